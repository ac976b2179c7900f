#!/bin/sh
# Stands in for 7za: `archive.sh a … FILE . …` packs the current folder, as a tar archive that plugins.c reads.
set -eu
for word in "$@"; do
  case $word in
  *.7z) file=$word ;;
  esac
done
# 7za adds to an archive that is there already: electron-builder puts elevate.exe beside the app by a second call.
tar --format=ustar -rf "$file" --exclude="$(basename "$file")" -- *
