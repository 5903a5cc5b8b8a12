import type { FileUploadDoc } from '../../../../collections/schemas/file-uploads.ts'
import type { HistoryEntry } from '../../../../collections/schemas/history-entry.ts'
import { reasonText, withRequest } from '../../../messages/app/failure.ts'
import { events } from '../../../messages/submissions/recovery.ts'
import { timeline as words } from '../../../messages/submissions/submission.ts'

/** What a line is about; decides its icon. */
type TimelineKind = 'saved' | 'tried' | 'arrived' | 'file' | 'waiting' | 'changed'

/** One step of a submission on its way to the server. */
interface TimelineLine {
  readonly key: string
  readonly kind: TimelineKind
  readonly text: string
  /** Epoch ms; null for what is still to come. */
  readonly at: number | null
}

type File = Pick<FileUploadDoc, 'id' | 'file_name' | 'sync_status'>

/**
 * The steps so far, oldest first, and those still to come: the submission's history, the tries of its item in the
 * outbox, and each file that the server lacks.
 */
export const timelineOf = (
  history: readonly HistoryEntry[],
  tries: readonly HistoryEntry[],
  files: readonly File[],
): readonly TimelineLine[] => {
  const happened = withoutRepeats(
    [...history, ...tries].filter(isStep).sort((one, other) => one.at - other.at),
  ).map(({ entry, times }, at) => ({
    key: `${at}`,
    kind: kinds[entry.what],
    text: textOf(entry, times),
    at: entry.at,
  }))
  const toCome = files
    .filter(({ sync_status }) => sync_status === 'pending')
    .map(file => ({
      key: file.id,
      kind: 'waiting' as const,
      text: words.fileWaiting(file.file_name),
      at: null,
    }))
  return [...happened, ...toCome]
}

/** False for the note that files went back from Recovery to the queue, which names none. */
const isStep = ({ what, note }: HistoryEntry): boolean => what !== 'file' || note !== ''

const kinds: Readonly<Record<HistoryEntry['what'], TimelineKind>> = {
  saved: 'saved',
  sent: 'arrived',
  failed: 'tried',
  synced: 'arrived',
  file: 'file',
  edited: 'changed',
  deleted: 'changed',
  recovered: 'changed',
  restored: 'changed',
  resent: 'tried',
}

interface Counted {
  readonly entry: HistoryEntry
  readonly times: number
}

/** Merges consecutive equal entries into one, with the latest time. */
const withoutRepeats = (entries: readonly HistoryEntry[]): readonly Counted[] =>
  entries.reduce<readonly Counted[]>((kept, entry) => {
    const last = kept.at(-1)
    const isRepeat = last?.entry.what === entry.what && last.entry.note === entry.note
    return isRepeat
      ? [...kept.slice(0, -1), { entry, times: last.times + 1 }]
      : [...kept, { entry, times: 1 }]
  }, [])

const textOf = ({ what, note, request }: HistoryEntry, times: number): string => {
  switch (what) {
    case 'saved':
      return words.saved
    case 'sent':
      return words.arrived
    case 'failed':
      return withRequest(words.tried(reasonText(note), times), request)
    case 'synced':
      return words.synced
    case 'file':
      return words.fileSent(note)
    case 'edited':
      return words.edited
    case 'deleted':
      return words.deleted
    case 'recovered':
      return withRequest(words.recovered(reasonText(note)), request)
    case 'restored':
    case 'resent':
      return events[what]
  }
}
