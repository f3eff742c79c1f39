# SPDX-License-Identifier: MIT
import numpy
import pytest

import idn


def test_the_structure_is_22_octets_of_16_bits():
    assert idn.sample_dtype.itemsize == 22
    assert idn.sample_dtype.names[:5] == ("x", "y", "r", "g", "b")


def test_floats_reach_from_edge_to_edge():
    samples = idn.samples([-1.0, 0.0, 1.0], [1.0, 0.5, -1.0], r=[0.0, 0.5, 1.0], g=1, b=0)
    assert samples["x"].tolist() == [-32767, 0, 32767]
    assert samples["y"].tolist() == [32767, 16384, -32767]
    assert samples["r"].tolist() == [0, 32768, 65535]
    assert samples["g"].tolist() == [65535] * 3  # a single integer among floats counts as a float
    assert samples["intensity"].tolist() == [65535] * 3


def test_integers_are_taken_as_they_are_and_octets_of_colour_widened():
    samples = idn.samples([-32768, 32767], [0, 1], r=[0, 65535], b=numpy.array([0, 255], numpy.uint8))
    assert samples["x"].tolist() == [-32768, 32767]
    assert samples["r"].tolist() == [0, 65535]
    assert samples["b"].tolist() == [0, 65535]
    assert samples["intensity"].tolist() == [0, 65535]


def test_rounding_is_forgiven_and_nothing_else():
    assert idn.samples([1 + 1e-7], [0.0])["x"][0] == 32767
    for x in (1.01, -1.01, numpy.nan, numpy.inf):
        with pytest.raises(ValueError, match=r"x\[1\]"):
            idn.samples([0.0, x], [0.0, 0.0])
    with pytest.raises(ValueError, match=r"g\[0\] is -0.1"):
        idn.samples([0.0], [0.0], g=[-0.1])
    with pytest.raises(ValueError, match=r"y\[0\] is 32768"):
        idn.samples([0], [32768])
    with pytest.raises(TypeError, match="no such column: red"):
        idn.samples([0], [0], red=[1])


def test_an_array_of_the_structure_is_not_copied():
    samples = idn.samples([0, 1], [0, 1], g=1)
    assert idn.as_samples(samples) is samples
    assert idn.as_samples(samples[::-1])["x"].tolist() == [1, 0]


def test_five_columns_a_mapping_and_other_structures_are_samples_as_well():
    wanted = idn.samples([0.0, 0.5], [1.0, -1.0], [0.0, 1.0], [0.25, 0.0], [1.0, 1.0])
    columns = numpy.array([[0.0, 1.0, 0.0, 0.25, 1.0], [0.5, -1.0, 1.0, 0.0, 1.0]])
    mapping = dict(zip("xyrgb", columns.T))
    structure = numpy.zeros(2, [(name, "f4") for name in "bgryx"])
    for name in "xyrgb":
        structure[name] = mapping[name]
    for given in (columns, columns.astype("f4"), columns.tolist(), mapping, structure):
        assert (idn.as_samples(given) == wanted).all()
    assert len(idn.as_samples(numpy.zeros((0, 5)))) == 0
    with pytest.raises(ValueError, match=r"\(4,\)"):
        idn.as_samples(numpy.zeros(4))


def test_a_data_frame_is_a_mapping():
    pandas = pytest.importorskip("pandas")
    frame = pandas.DataFrame({"x": [0.0, 0.5], "y": [0.0, 0.0], "g": [1.0, 0.0]})
    assert idn.as_samples(frame)["g"].tolist() == [65535, 0]
