import { BehaviorSubject, ReplaySubject, startWith, Subscription, switchMap } from 'rxjs'
import type { Database } from '../../../../collections/database.ts'
import type { Answer } from '../../../../collections/schemas/submissions.ts'
import { marked, repeatMarkId } from '../../../../collections/ids.ts'
import type { DraftDoc } from '../../../../collections/schemas/drafts.ts'
import type { FormResponseDoc } from '../../../../collections/schemas/form-responses.ts'
import type { FileUploadDoc } from '../../../../collections/schemas/file-uploads.ts'
import { keepLateAnswers } from '../../../../collections/writes/end-draft.ts'
import type { Env } from '../../../env.ts'
import { createKeyedStore } from '../../../lib/keyed-store.ts'
import { fitAnswer } from '../../../form/answers/answer-shape.ts'
import { createAnswerMerge, slotOf } from './answer-merge.ts'
import type { CompiledField } from '../../../form/definition/compiled-form.ts'
import { createDraftFiles, sameFiles } from './draft-files.ts'
import { createDraftWriter, type AnswerSlot } from './draft-writer.ts'
import { createFillForm } from './fill-form.ts'
import { draftGone$, filesChanged$, groupBySlot, writtenAnswers$ } from './follow-draft.ts'
import { isSame } from '../../../form/logic/field-state.ts'
import { followLogic } from '../../../form/logic/follow-logic.ts'
import { shapeForm, slotId } from '../../../form/definition/form-shape.ts'
import { createOccurrences } from '../../../form/answers/occurrences.ts'
import type { Opening } from '../opening/opening.ts'
import { typeOf } from '../../../form/types/types.ts'
import { createBegunValues } from './begun-values.ts'
import { givenValues, startOf, unknownSurveyor } from './given-values.ts'
import { createUntypedAnswers } from './untyped-answers.ts'
import { createNumbering } from '../../../form/answers/numbering.ts'
import type { Ending, Interview, Leaving } from './interview-shape.ts'
import { isAsked } from '../../../form/answers/on-screen.ts'
import { firstFieldOf, nextOccurrence } from './added-occurrence.ts'
import { undoChanges } from './undo-changes.ts'
import { createShownProblems } from './shown-problems.ts'
import { createValidity } from '../../../form/answers/validity.ts'

/** How often occurrences are counted again for one change, because a count that depends on itself never settles. */
const mostCounts = 20
const noFiles: readonly FileUploadDoc[] = []

/** Makes an interview from what was read, and follows its draft from then on. */
export const createInterview = (
  { db, env }: { readonly db: Database; readonly env: Pick<Env, 'clock' | 'uuid' | 'visible$'> },
  opening: Opening,
): Interview => {
  const { submission, edited: editedBefore = [] } = opening
  const isEdit = submission !== null
  const { template } = opening.form
  const occurrences = createOccurrences(template, opening.answers, opening.files, { isEdit })
  const begin = () => untyped.keepAfter(opening.begin)
  const writer = createDraftWriter({ db, clock: env.clock, begin }, opening.draft)
  const startedAt = startOf(submission ?? opening.draft) ?? env.clock.now()
  let language = opening.language ?? ''
  let form = shapeForm(template, occurrences.current(), language)
  const form$ = new BehaviorSubject(form)
  const given = new Map(opening.answers.map(answer => [slotOf(answer), answer.value]))
  const answers = createFillForm(form.fields, given)
  const files = createKeyedStore(noFiles)
  const begun = createBegunValues(form, given, { isEdit })
  const draftFiles = createDraftFiles(db, opening, writer)
  const begunFiles = groupBySlot(draftFiles.among(opening.files))
  for (const [slot, members] of begunFiles) files.set(slot, members)
  const fileCount = (field: CompiledField): number => files.get(field.id).length
  const untyped = createUntypedAnswers({
    // A resumed draft got its defaults before, and may have lost them on purpose; only new fields get theirs.
    mayBegin: slot => !isEdit && !given.has(slot) && !resumed.has(slot),
    defaultOf: field => logic.defaultOf(field),
    isFixed: begun.isFixed,
    get: answers.get,
    set: answers.set,
    store: field =>
      writer.keep(field, answers.get(field), merge.stampEdit(field.id, env.clock.now())),
  })
  const resumed = new Set(opening.draft === null ? [] : form.fields.map(({ id }) => id))
  untyped.tie(form, occurrences.ties())
  const logic = followLogic(form, {
    answer: answers.get,
    fileCount,
    calculated: (field, answer) => {
      answers.set(field, answer)
      untyped.calculated(field)
    },
    stays: begun.stays,
    given: givenValues(env, opening.surveyor ?? unknownSurveyor, startedAt),
  })
  const logicTicks = createKeyedStore(0)
  const validity = createValidity(form, { answer: answers.get, fileCount, logic })
  const problems = createShownProblems(validity)
  const numbering = createNumbering(form, field => isAsked({ logic }, field))
  /** Notifies fields of changed rules, and their parts: a part once for all its fields. */
  const tick = (fields: readonly CompiledField[]): void => {
    const parts = new Set(fields.map(({ index }) => form.partByIndex.get(index)?.key ?? ''))
    for (const key of [...fields.map(({ id }) => id), ...parts]) {
      logicTicks.set(key, logicTicks.get(key) + 1)
    }
  }
  /** Checks the fields whose state changed, and the one whose answer did. */
  const judgeAll = (
    different: readonly CompiledField[],
    changed: readonly CompiledField[] = [],
  ): void => {
    problems.judge([...changed, ...different])
    tick(different)
    if (different.length > 0) numbering.count(form)
    if (occurrences.setCounts(logic.counts())) reshape()
  }
  /** Checks a field whose answer changed, and all fields whose rules depend on it. */
  const judge = (field: CompiledField): void => judgeAll(logic.update(field), [field])
  /** Shows the form with its current occurrences and language. */
  const reshape = (countsLeft = mostCounts): void => {
    form = shapeForm(template, occurrences.current(), language)
    answers.add(form.fields)
    untyped.tie(form, occurrences.ties())
    const different = logic.reshape(form)
    problems.reshape(form)
    numbering.count(form)
    tick(different)
    form$.next(form)
    // A new occurrence may change a count.
    if (countsLeft > 0 && occurrences.setCounts(logic.counts())) reshape(countsLeft - 1)
    else fillDefaults(form.fields)
  }
  const fillDefaults = (fields: readonly CompiledField[]): void => untyped.fill(fields, judge)
  /** Shows an answer that was not given on this screen. */
  const takeOver = (written: FormResponseDoc): void => {
    // Before the shape changes, because new fields start with these answers.
    given.set(slotOf(written), written.value)
    if (occurrences.observe(written)) reshape()
    const field = form.fieldById.get(slotOf(written))
    const answer = field === undefined ? '' : fitAnswer(field, written.value)
    if (field === undefined || isSame(answer, answers.get(field))) return
    answers.set(field, answer)
    judge(field)
  }
  const ended$ = new ReplaySubject<Ending>(1)
  const subscriptions = new Subscription()

  const merge = createAnswerMerge({
    read: [...opening.answers, ...editedBefore],
    isWaiting: writer.isWaiting,
    apply: written => {
      if (draftFiles.taken.observe(written)) void draftFiles.read().then(takeFiles, () => undefined)
      takeOver(written)
    },
  })
  const edited = new Set<string>()
  const leaving$ = new BehaviorSubject<Leaving>('no')

  const takeFiles = (kept: readonly FileUploadDoc[]): void => {
    const filesBySlot = groupBySlot(kept)
    const isNew = kept
      .map(({ field_id, occurrence }) =>
        occurrences.observe({ question_id: field_id, occurrence, value: marked }),
      )
      .includes(true)
    if (isNew) reshape()
    for (const field of form.fields) {
      const before = files.get(field.id)
      const after = filesBySlot.get(field.id) ?? noFiles
      if (sameFiles(before, after)) continue
      files.set(field.id, after)
      judge(field)
    }
  }

  const follow = (draft: DraftDoc): void => {
    // What was not read at the opening may have been begun in another tab.
    const reread$ = opening.draft === null ? env.visible$.pipe(startWith(true)) : env.visible$
    subscriptions.add(writtenAnswers$(db, draft.id, reread$).subscribe(merge.offer))
    const changed$ = filesChanged$(db, submission === null ? [draft.id] : [submission.id, draft.id])
    subscriptions.add(changed$.pipe(switchMap(draftFiles.read)).subscribe(takeFiles))
    const gone$ = draftGone$(db, draft.id).pipe(switchMap(() => leaving$))
    let isNoted = false
    const end = gone$.subscribe(leaving => {
      if (leaving !== 'no' || isNoted) return
      isNoted = true
      ended$.next('elsewhere')
      const flushed = writer.flush().then(() => keepLateAnswers(db, draft, env.clock.now()))
      void flushed.catch(() => undefined)
    })
    subscriptions.add(end)
  }

  subscriptions.add(
    writer.draft$.subscribe(draft => {
      if (draft !== null) follow(draft)
    }),
  )
  subscriptions.add(
    env.visible$.subscribe(isVisible => {
      if (!isVisible) void writer.flush().catch(() => undefined)
    }),
  )

  if (occurrences.setCounts(logic.counts())) reshape()
  begun.open()
  const shownFirst = new Set(form.fields.filter(logic.isVisible).map(({ id }) => id))
  fillDefaults(form.fields)
  // After the sent answers, so that calculations that read a changed one are evaluated again; all occurrences before their
  // answers, because what one begins with depends on those within it.
  if (editedBefore.map(occurrences.observe).includes(true)) reshape()
  editedBefore.forEach(takeOver)

  /** The time of a change that is made now, epoch ms. */
  const stamp = (slot: string): number => {
    edited.add(slot)
    return merge.stampEdit(slot, env.clock.now())
  }

  const store = (slot: AnswerSlot, value: Answer): void => {
    // First, because an answer within a repeat within a repeat means nothing without the keys.
    untyped.keep()
    writer.keep(slot, value, stamp(slot.id))
  }

  /** Stores that an occurrence exists, or no longer does, like an answer. */
  const mark = (sectionId: string, occurrence: number, value: string): void => {
    const fieldId = repeatMarkId(sectionId)
    store({ id: slotId(fieldId, occurrence), fieldId, occurrence }, value)
    if (occurrences.observe({ question_id: fieldId, occurrence, value })) reshape()
    untyped.keep()
  }

  return {
    get form() {
      return form
    },
    form$,
    submission,
    answers,
    files,
    logic,
    logicTicks,
    validity,
    problems,
    numbers: numbering.numbers,
    writer,
    ended$,
    edit: (field, typed) => {
      const answer = typeof typed === 'string' ? typeOf(field.type).normalize(typed) : typed
      untyped.typed(field, form)
      answers.set(field, answer)
      judge(field)
      store(field, answer)
    },
    finish: () => {
      judgeAll(logic.refresh('end'))
      untyped.keep()
    },
    addOccurrence: key => {
      const next = nextOccurrence(form, occurrences, key)
      if (next === null) return null
      mark(next.sectionId, next.number, marked)
      return firstFieldOf(form, next, validity.isAsked)
    },
    removeOccurrence: (sectionId, occurrence) => mark(sectionId, occurrence, ''),
    setLanguage: next => {
      language = next
      reshape()
    },
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
      judge(field)
    },
    readFiles: draftFiles.read,
    wasShown: slot => shownFirst.has(slot),
    isDirty: () => edited.size > 0,
    markDirty: field => {
      edited.add(field.id)
      untyped.typed(field, form)
      untyped.keep()
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
