// A naive wish as a request of the core's.
#pragma once

#include "common/core/action.h"
#include "tests/simulation/ti4_model.h"

namespace naive_ti4 {

parley::Role role_of(const Wish& wish);
parley::Request request_of(const Wish& wish);

}  // namespace naive_ti4
