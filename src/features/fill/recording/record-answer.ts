import type { Database } from '../../../../collections/database.ts'
import { isNoRoom } from '../../../../collections/storage/no-room.ts'
import type { DraftDoc } from '../../../../collections/interview/drafts.ts'
import { attachFile } from '../../../../collections/writes/write-files.ts'
import { err, ok, type Result } from '../../../../replication/http/result.ts'
import type { CaptureFailure, Recording, Env } from '../../../env.ts'
import type { CompiledField } from '../../../form/definition/compiled-form.ts'
import { recordingMaxMs } from '../../../limits.ts'
import { filesOfField } from '../files/attach.ts'
import { addLateFiles } from '../files/late-files.ts'
import { describeFile } from '../files/describe-file.ts'
import type { Interview } from '../interview/interview-shape.ts'
import { joinRecording, markOf, partId } from './recording-parts.ts'

interface RecordParts {
  readonly db: Database
  readonly env: Pick<Env, 'clock' | 'uuid' | 'record' | 'liveness'>
}

/** A recording of an answer in progress. */
export interface RecordingAnswer {
  readonly stop: () => void
  /** Why it ended before it was stopped; null when it is stored completely. */
  readonly done: Promise<'no room' | 'not stored' | null>
}

/** Without a codec: `audio/webm;codecs=opus` is `audio/webm`. */
const plainType = (type: string): string => type.split(';')[0] ?? type

const endOfType: Readonly<Record<string, string>> = { 'audio/mp4': 'm4a', 'audio/mpeg': 'mp3' }

/** `recording.webm`; a name is for people, the id distinguishes recordings. */
const nameOf = (type: string): string =>
  `recording.${endOfType[type] ?? type.replace(/^audio\/(x-)?/, '')}`

/**
 * Records the microphone as the answer to a question, at most as long as the limit. Every few seconds are stored as a
 * part, so that a crash loses little; the parts are joined at the end, and replace an earlier recording. It also ends
 * when a rule hides the question.
 */
export const recordAnswer = async (
  { db, env }: RecordParts,
  interview: Interview,
  field: CompiledField,
): Promise<Result<RecordingAnswer, CaptureFailure>> => {
  const id = env.uuid()
  const release = await env.liveness.hold(markOf(id))
  let recording: Recording | null = null
  let draft: DraftDoc | null = null
  let count = 0
  let failure: unknown = null
  let stored = Promise.resolve()

  const storePart = async (bytes: Blob): Promise<void> => {
    if (failure !== null) return
    try {
      draft = await interview.writer.begin()
      const part = new Blob([bytes], { type: plainType(bytes.type) })
      const named = { id: partId(id, count), draftId: draft.id, name: nameOf(part.type) }
      interview.markDirty(field)
      await attachFile(db, await describeFile(env, named, field, part), part)
      count += 1
    } catch (error) {
      failure = error
      recording?.stop()
    }
  }
  const finish = async (): Promise<void> => {
    if (count === 0 || draft === null) return
    const earlier = field.multiple ? [] : await filesOfField(interview, field)
    await joinRecording(db, draft.id, id)
    const joined = (await db.file_uploads.findOne(id).exec())?.toMutableJSON()
    if (joined === undefined) return
    if (await addLateFiles({ db, env }, interview, draft, [joined])) return
    for (const file of earlier) {
      if (file.id !== id && !file.id.startsWith(`${id}.`)) await interview.removeFile(field, file)
    }
  }

  const started = await env.record(bytes => {
    stored = stored.then(() => storePart(bytes))
  })
  if (!started.ok) {
    release()
    return err(started.failure)
  }
  recording = started.value
  const { stop } = started.value
  const cancelLimit = env.clock.after(recordingMaxMs, stop)
  // Its button to stop is hidden with it.
  const unwatch = interview.logicTicks.watch(field.id, () => {
    if (!interview.logic.isVisible(field)) stop()
  })
  const done = started.value.ended
    .then(() => stored)
    .then(finish)
    .catch((error: unknown) => {
      failure ??= error
    })
    .then(() => {
      cancelLimit()
      unwatch()
      release()
      if (failure === null) return null
      return isNoRoom(failure) ? 'no room' : 'not stored'
    })
  return ok({ stop, done })
}
