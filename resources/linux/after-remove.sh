#!/bin/sh
# Runs after the .deb or the .rpm was removed, and also during an upgrade, when the files of the new version are there already.
set -e

# dpkg says what happened, rpm how many versions stay.
case "$1" in
  remove | purge | 0) ;;
  *) exit 0 ;;
esac

rm -f /usr/bin/latent

if [ -f /etc/apparmor.d/latent ]; then
  if apparmor_status --enabled >/dev/null 2>&1 && ! { command -v ischroot >/dev/null && ischroot; }; then
    apparmor_parser --remove /etc/apparmor.d/latent || true
  fi
  rm -f /etc/apparmor.d/latent
fi
