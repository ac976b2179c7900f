#!/bin/sh
# Becomes process 1 of a small system of its own: `enclosure.sh BASE STAGE yes|no START [FOLDER]`. It says "ready" once the system can be entered.
# Root in it is root of its own user namespace, so what it changes ends with it, the limit of user namespaces among it.
#
# BASE is the folder of the system, which stays as it is. STAGE is an empty folder, on which a file system in memory is mounted already;
# STAGE/exchange and STAGE/archives are mounted there too, and are /exchange and apt's archive of packages in the new system.
# FOLDER, if any, has its own path there, too. START says which part of this script runs: the first is `outside`.
set -eu
base=$1 stage=$2 namespaces=$3

case $4 in
outside)
  cd "$stage"
  mkdir -p upper work root
  mkfifo mapped
  # Mounted before the user namespace, because an overlay there would need other attributes of files.
  mount -t overlay -o "lowerdir=$base,upperdir=$stage/upper,workdir=$stage/work" trial root
  mkdir -p root/exchange root/tmp/.X11-unix root/var/cache/apt/archives
  mount --bind exchange root/exchange
  mount --bind archives root/var/cache/apt/archives
  mount --bind /tmp/.X11-unix root/tmp/.X11-unix
  if [ -n "${5-}" ]; then
    mkdir -p "root$5"
    mount --rbind "$5" "root$5"
  fi
  mount --rbind /sys root/sys
  mount -t tmpfs -o mode=755 trial root/dev
  for device in null zero full random urandom tty; do
    touch "root/dev/$device"
    mount --bind "/dev/$device" "root/dev/$device"
  done
  mkdir root/dev/pts root/dev/shm
  mount -t tmpfs -o mode=1777 trial root/dev/shm
  ln -s /proc/self/fd root/dev/fd
  ln -s /proc/self/fd/0 root/dev/stdin
  ln -s /proc/self/fd/1 root/dev/stdout
  ln -s /proc/self/fd/2 root/dev/stderr
  ln -s pts/ptmx root/dev/ptmx
  rm -f root/etc/resolv.conf
  cp -L /etc/resolv.conf /etc/hosts root/etc/

  unshare --user --mount --pid --fork --kill-child sh "$0" "$base" "$stage" "$namespaces" unmapped &
  child=$!
  while [ "$(readlink "/proc/$child/ns/user")" = "$(readlink /proc/self/ns/user)" ]; do sleep 0.02; done
  # Every user has the number that they have outside: files keep their owners, and a setuid program belongs to root.
  echo '0 0 65536' > "/proc/$child/uid_map"
  echo '0 0 65536' > "/proc/$child/gid_map"
  echo go > mapped
  wait "$child"
  ;;
unmapped)
  read -r _ < "$stage/mapped"
  # Only a program that is started now has the rights of root here.
  exec sh "$0" "$base" "$stage" "$namespaces" inside
  ;;
inside)
  # A mount of this namespace can become its root, as one that it was given cannot.
  mount --rbind "$stage/root" "$stage/root"
  cd "$stage/root"
  mount -t proc proc proc
  mount -t devpts -o newinstance,ptmxmode=0666,mode=620,gid=5 devpts dev/pts
  if [ "$namespaces" = no ]; then echo 0 > proc/sys/user/max_user_namespaces; fi
  pivot_root . mnt
  cd /
  umount -l /mnt
  # A shell that waits also collects what its children leave behind.
  exec /bin/sh -c 'echo ready; sleep infinity & wait'
  ;;
esac
