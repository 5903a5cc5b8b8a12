import { BehaviorSubject, ReplaySubject } from 'rxjs'
import type { Database } from '../../../../collections/database.ts'
import { marked, repeatMarkId } from '../../../../collections/ids.ts'
import type { Answer } from '../../../../collections/schemas/submissions.ts'
import type { Env } from '../../../env.ts'
import type { CompiledField } from '../../../form/definition/compiled-form.ts'
import { slotId } from '../../../form/definition/form-shape.ts'
import { isSame } from '../../../form/logic/field-state.ts'
import { typeOf } from '../../../form/types/types.ts'
import type { Opening } from '../opening/opening.ts'
import { firstFieldOf } from './added-occurrence.ts'
import { createAnswerMerge } from './answer-merge.ts'
import { createDraftFiles } from './draft-files.ts'
import { createDraftWriter, type AnswerSlot } from './draft-writer.ts'
import type { Ending, Interview, Leaving } from './interview-shape.ts'
import { showStored } from './show-stored.ts'
import { createShownForm } from './shown-form.ts'
import { undoChanges } from './undo-changes.ts'

/**
 * Makes an interview from what was read, and follows its draft from then on.
 *
 *   the surveyor ──► shown form ──answers──► writer ──► the device ──► other tabs
 *                        ▲                                  │
 *                        └──────────── merge ◄──────────────┘
 */
export const createInterview = (
  { db, env }: { readonly db: Database; readonly env: Pick<Env, 'clock' | 'uuid' | 'visible$'> },
  opening: Opening,
): Interview => {
  const { submission } = opening
  // The form is made below, because it needs the writer; a draft begins later, with answers of the form.
  const begin = () => shown.derived.keepAfter(opening.begin)
  const writer = createDraftWriter({ db, clock: env.clock, begin }, opening.draft)
  const merge = createAnswerMerge({
    read: [...opening.answers, ...(opening.edited ?? [])],
    isWaiting: writer.isWaiting,
  })
  const draftFiles = createDraftFiles(db, opening, writer)
  const shown = createShownForm({
    env,
    opening,
    files: draftFiles.among(opening.files),
    store: (field, answer) =>
      writer.keep(field, answer, merge.stampEdit(field.id, env.clock.now())),
  })
  const { answers, files, problems, derived, validity } = shown
  const leaving$ = new BehaviorSubject<Leaving>('no')
  const ended$ = new ReplaySubject<Ending>(1)
  const parts = { db, env, opening, writer, merge, draftFiles, shown, leaving$, ended$ }
  const subscriptions = showStored(parts)
  subscriptions.add(
    env.visible$.subscribe(isVisible => {
      if (!isVisible) void writer.flush().catch(() => undefined)
    }),
  )

  const edited = new Set<string>()
  /** The time of a change that is made now, epoch ms. */
  const stamp = (slot: string): number => {
    edited.add(slot)
    return merge.stampEdit(slot, env.clock.now())
  }
  const store = (slot: AnswerSlot, value: Answer): void => {
    // First, because an answer within a repeat within a repeat means nothing without the keys.
    derived.keep()
    writer.keep(slot, value, stamp(slot.id))
  }
  /** Stores what a change by the surveyor sets, in one write with the change. */
  const storeSet = (changed: CompiledField): void => {
    for (const field of shown.setBy(changed)) {
      derived.typed(field, shown.form)
      derived.keep()
      writer.keep(field, answers.get(field), stamp(field.id), changed.id)
    }
  }
  /** Stores that an occurrence exists, or no longer does, like an answer. */
  const mark = (sectionId: string, occurrence: number, value: string): void => {
    const fieldId = repeatMarkId(sectionId)
    store({ id: slotId(fieldId, occurrence), fieldId, occurrence }, value)
    shown.observe([{ question_id: fieldId, occurrence, value }])
    derived.keep()
  }

  return {
    get form() {
      return shown.form
    },
    form$: shown.form$,
    submission,
    answers,
    files,
    logic: shown.logic,
    logicTicks: shown.logicTicks,
    validity,
    problems,
    numbers: shown.numbers,
    writer,
    ended$,
    edit: (field, typed) => {
      const answer = typeof typed === 'string' ? typeOf(field.type).normalize(typed, field) : typed
      const isChange = !isSame(answer, answers.get(field))
      derived.typed(field, shown.form)
      answers.set(field, answer)
      shown.judge(field)
      store(field, answer)
      if (isChange) storeSet(field)
    },
    finish: () => {
      shown.refresh('end')
      derived.keep()
    },
    addOccurrence: repeatKey => {
      const next = shown.next(repeatKey)
      if (next === null) return null
      mark(next.sectionId, next.number, marked)
      return firstFieldOf(shown.form, next, validity.isAsked)
    },
    removeOccurrence: (sectionId, occurrence) => mark(sectionId, occurrence, ''),
    setLists: lists => {
      shown.setLists(lists)
      derived.keep()
    },
    setLanguage: shown.setLanguage,
    focus: field => merge.enter(field.id),
    blur: field => {
      if (edited.has(field.id)) problems.reveal(field)
      if (writer.isWaiting(field.id)) void writer.flush().catch(() => undefined)
      merge.leave(field.id)
    },
    removeFile: async (field, file) => {
      await draftFiles.takeOut(file, stamp)
      edited.add(field.id)
      const others = files.get(field.id).filter(({ id }) => id !== file.id)
      files.set(field.id, others)
      shown.judge(field)
      storeSet(field)
    },
    readFiles: draftFiles.read,
    wasShown: shown.wasShown,
    isDirty: () => edited.size > 0,
    markDirty: field => {
      edited.add(field.id)
      derived.typed(field, shown.form)
      derived.keep()
      storeSet(field)
    },
    setLeaving: isLeaving => leaving$.next(isLeaving ? 'submitted' : 'no'),
    leaving: () => leaving$.value,
    discard: async () => {
      leaving$.next('discarded')
      await undoChanges(db, opening, writer, edited, env.clock.now()).catch((error: unknown) => {
        leaving$.next('no')
        throw error
      })
      edited.clear()
      ended$.next('here')
    },
    close: async () => {
      subscriptions.unsubscribe()
      try {
        await writer.flush()
      } finally {
        await writer.stop()
      }
    },
  }
}
