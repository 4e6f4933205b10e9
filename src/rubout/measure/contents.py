"""The bytes of a chunk of files, from where each of them lies."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from rubout.measure.sources.changes import blobs
from rubout.measure.sources.content import bulk_of, read_bulk, read_source
from rubout.measure.sources.disk import disk_path

if TYPE_CHECKING:
    from collections.abc import Iterable

    from rubout.measure.languages.table import Language
    from rubout.measure.sources.content import Bulk
    from rubout.measure.work import Job


class Contents:
    """Reads the files of some jobs; git is asked once for all that are stored in a commit.

    Raises:
        RepositoryError: git refused.
    """

    def __init__(self, anchor: str, jobs: Iterable[Job]) -> None:
        self._anchor = anchor
        self._held = blobs(anchor, [job.blob for job in jobs if job.blob])

    def source(self, job: Job) -> bytes | None:
        """The bytes of a file; None when it has vanished; raises OSError as `read_source`."""
        return self._held.get(job.blob) if job.blob else read_source(self._anchor, job.path)

    def bulk(self, job: Job, language: Language) -> Bulk | None:
        """What is known of a large file without parsing it; None when it has vanished; raises OSError."""
        if not job.blob:
            return read_bulk(self._anchor, job.path, language)
        source = self.source(job)
        return None if source is None else bulk_of(source, language)

    def is_steady(self, job: Job) -> bool:
        """Whether the stat data of a file is what it was when it was listed; git's objects have none."""
        if job.blob:
            return False
        try:
            now = os.lstat(disk_path(self._anchor, job.path))
        except OSError:
            return False
        stat_data = now.st_size, now.st_mtime_ns, now.st_ino, now.st_ctime_ns
        return stat_data == (job.size, job.mtime_ns, job.inode, job.ctime_ns)
