// `parley wait`: for play by mail. Watches a seat without taking it from whoever plays it.
#pragma once

#include <string>

namespace parley {

/// 0 as soon as the seat has to answer something, at once if it has, with one line for each need on stdout; 1 when the connection has ended for good; 2 start-up.
int wait_for_need(const std::string& table, const std::string& role);

}  // namespace parley
