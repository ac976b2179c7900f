#!/bin/sh
# Runs after the .deb or the .rpm was installed or upgraded.
set -e

# The command line. Without a command it opens the app, as this name always did.
ln -sf /opt/Latent/resources/command/bin/latent /usr/bin/latent

# Chromium's sandbox is built of user namespaces, or else by this helper, where the system forbids them. Latent does not run without either.
chmod 4755 /opt/Latent/chrome-sandbox

# Ubuntu from 24.04 on gives user namespaces only to programs that have such a profile. Earlier versions cannot read it.
profile=/opt/Latent/resources/apparmor-profile
if apparmor_status --enabled >/dev/null 2>&1 && apparmor_parser --skip-kernel-load --debug "$profile" >/dev/null 2>&1; then
  cp -f "$profile" /etc/apparmor.d/latent
  # In a chroot, the kernel's profiles are those of another system.
  if ! { command -v ischroot >/dev/null && ischroot; }; then
    apparmor_parser --replace --write-cache --skip-read-cache /etc/apparmor.d/latent || true
  fi
fi
