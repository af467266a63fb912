// Catch2, version 3 or 2.13, whichever the system has. The only file that knows the difference.
#pragma once

#if __has_include(<catch2/catch_all.hpp>)
#include <catch2/catch_all.hpp>
#else
#include <catch2/catch.hpp>
#endif
