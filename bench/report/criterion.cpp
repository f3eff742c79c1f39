// SPDX-License-Identifier: MIT
#include "bench/report/criterion.hpp"

#include <fmt/core.h>

#include "bench/report/table.hpp"

namespace idn::bench {
namespace {

std::string target_of(const Criterion& criterion) {
  return fmt::format("{} {}",
                     criterion.relation == Criterion::Relation::AtMost ? "<=" : ">=", criterion.target);
}

std::string verdict_on(const Criterion& criterion) {
  if (!criterion.measured) return "not measured";
  return criterion.is_met() ? "yes" : "no";
}

}  // namespace

bool Criterion::is_met() const noexcept {
  if (!measured) return false;
  return relation == Relation::AtMost ? measured->median <= target : measured->median >= target;
}

std::string table_of(const std::vector<Criterion>& criteria) {
  Table table({"promise", "measured", "target", "met"});
  for (const auto& each : criteria)
    table.add({each.what, text_of(each.measured), target_of(each), verdict_on(each)});
  return table.text();
}

Json to_json(const std::vector<Criterion>& criteria) {
  Json list = Json::array();
  for (const auto& each : criteria) {
    Json object{{"promise", each.what},
                {"measured", to_json(each.measured)},
                {"relation", each.relation == Criterion::Relation::AtMost ? "at most" : "at least"},
                {"target", each.target}};
    if (each.measured) object["met"] = each.is_met();
    list.push_back(object);
  }
  return list;
}

}  // namespace idn::bench
