// SPDX-License-Identifier: MIT
#include "sender/sample_codec_option.hpp"

#include "support/catch.hpp"

using namespace idn;

TEST_CASE("a sample format is named, or spelt in tags", "[sender]") {
  CHECK(sender::parse_sample_codec("isp-db25")->format() == wire::SampleFormat::IspDb25);
  CHECK(sender::parse_sample_codec("4200,4010,4210,4010,527E,5214,51CC,0000")->format() ==
        wire::SampleFormat::Xyrgb);
  CHECK(sender::parse_sample_codec("4200 4210 4220 527e")->sample_size() == 4);
}

TEST_CASE("what is wrong with a sample format is said", "[sender]") {
  const auto fault = [](const char* text) { return sender::parse_sample_codec(text).error(); };
  CHECK(fault("rgb").starts_with("\"rgb\" is neither a format nor a tag of four hex digits; choose xyrgb, "));
  CHECK(fault("4200,421").starts_with("\"421\" is neither a format nor a tag"));
  CHECK(fault("4200,4210,527E,2000") == "tag number 4 is unknown");
  CHECK(fault("4200,4210").find("give X (4200)") != std::string::npos);
  CHECK(fault("").find("give X (4200)") != std::string::npos);
  CHECK(fault("4200,4210,5C00,5000").find("5C00") != std::string::npos);
}
