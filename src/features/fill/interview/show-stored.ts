import { startWith, Subscription, switchMap, type Observable, type Subject } from 'rxjs'
import { marked } from '../../../../collections/ids.ts'
import type { Database } from '../../../../collections/database.ts'
import type { DraftDoc } from '../../../../collections/interview/drafts.ts'
import type { FileUploadDoc } from '../../../../collections/schemas/file-uploads.ts'
import { keepLateAnswers } from '../../../../collections/writes/write-work.ts'
import type { Env } from '../../../env.ts'
import type { Opening } from '../opening/opening.ts'
import type { AnswerMerge } from './answer-merge.ts'
import { sameFiles, type DraftFiles } from './draft-files.ts'
import type { DraftWriter } from './draft-writer.ts'
import { draftGone$, filesChanged$, groupBySlot, writtenAnswers$ } from './follow-draft.ts'
import type { Ending, Leaving } from './interview-shape.ts'
import type { ShownForm } from './shown-form.ts'

interface StoredParts {
  readonly db: Database
  readonly env: Pick<Env, 'clock' | 'visible$'>
  readonly opening: Opening
  readonly writer: DraftWriter
  readonly merge: AnswerMerge
  readonly draftFiles: DraftFiles
  readonly shown: ShownForm
  /** Emits the current value first. */
  readonly leaving$: Observable<Leaving>
  readonly ended$: Subject<Ending>
}

/**
 * Shows what is stored of an interview from its first answer on, whichever tab wrote it:
 *
 *   an answer ──merge──► accepted, now or when its field is left ──► shown
 *   a file, or the mark of one that is taken out ──► all files are read ──► shown
 *   the draft is gone, and not from here ──► ended elsewhere; what was typed meanwhile becomes an edit
 *
 * Unsubscribing stops all of it.
 */
export const showStored = (parts: StoredParts): Subscription => {
  const { db, env, opening, writer, merge, draftFiles, shown } = parts
  const subscriptions = new Subscription()

  const takeFiles = (kept: readonly FileUploadDoc[]): void => {
    shown.observe(
      kept.map(({ field_id, occurrence }) => ({
        question_id: field_id,
        occurrence,
        value: marked,
      })),
    )
    const filesBySlot = groupBySlot(kept)
    for (const field of shown.form.fields) {
      const after = filesBySlot.get(field.id) ?? []
      if (sameFiles(shown.files.get(field.id), after)) continue
      shown.files.set(field.id, after)
      shown.judge(field)
    }
  }

  const follow = (draft: DraftDoc): void => {
    // What was not read at the opening may have been begun in another tab.
    const reread$ = opening.draft === null ? env.visible$.pipe(startWith(true)) : env.visible$
    subscriptions.add(writtenAnswers$(db, draft.id, reread$).subscribe(merge.offer))
    const changed$ = filesChanged$(db, draft.id)
    subscriptions.add(changed$.pipe(switchMap(draftFiles.read)).subscribe(takeFiles))
    // Without RxJS's filter and take, because they would load the script that sends with the screen.
    let isNoted = false
    const gone$ = draftGone$(db, draft.id).pipe(switchMap(() => parts.leaving$))
    const end = gone$.subscribe(leaving => {
      if (leaving !== 'no' || isNoted) return
      isNoted = true
      parts.ended$.next('elsewhere')
      const flushed = writer.flush().then(() => keepLateAnswers(db, draft.id, env.clock.now()))
      void flushed.catch(() => undefined)
    })
    subscriptions.add(end)
  }

  subscriptions.add(
    merge.accepted$.subscribe(written => {
      if (draftFiles.taken.observe(written)) void draftFiles.read().then(takeFiles, () => undefined)
      shown.takeOver(written)
    }),
  )
  subscriptions.add(
    writer.draft$.subscribe(draft => {
      if (draft !== null) follow(draft)
    }),
  )
  return subscriptions
}
