// What every process that holds keys does first: files for itself only, no core dumps, no other process looks in [P-A6].
#pragma once

#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>

#include <csignal>

namespace parley {

inline void harden_process() {
  umask(077);
  const rlimit none{0, 0};
  setrlimit(RLIMIT_CORE, &none);
#ifndef PARLEY_SANITIZED  // the sanitizers look in
  prctl(PR_SET_DUMPABLE, 0);
#endif
  std::signal(SIGPIPE, SIG_IGN);
  std::signal(SIGXFSZ, SIG_IGN);  // a file over its limit is an error of write
}

}  // namespace parley
