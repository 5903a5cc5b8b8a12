import { BehaviorSubject } from 'rxjs'
import type { FileUploadDoc } from '../../../../collections/schemas/file-uploads.ts'
import type { FormResponseDoc } from '../../../../collections/schemas/form-responses.ts'
import type { Answer } from '../../../../collections/schemas/submissions.ts'
import type { Env } from '../../../env.ts'
import { answerAt, answerKey } from '../../../../collections/ids.ts'
import { fitAnswer, toAnswer } from '../../../form/answers/answer-shape.ts'
import { createNumbering } from '../../../form/answers/numbering.ts'
import { createOccurrences, type Observation } from '../../../form/answers/occurrences.ts'
import { isAsked } from '../../../form/answers/on-screen.ts'
import { createValidity } from '../../../form/answers/validity.ts'
import type { CompiledField, FormLists } from '../../../form/definition/compiled-form.ts'
import { shapeForm } from '../../../form/definition/form-shape.ts'
import { isSame } from '../../../form/logic/field-state.ts'
import { followLogic } from '../../../form/logic/follow-logic.ts'
import { createKeyedStore } from '../../../lib/keyed-store.ts'
import type { Opening } from '../opening/opening.ts'
import { nextOccurrence, type NewOccurrence } from './added-occurrence.ts'
import { slotOf } from './answer-merge.ts'
import { createBegunValues } from './begun-values.ts'
import { createFillForm } from './fill-form.ts'
import { groupBySlot } from './follow-draft.ts'
import { givenValues, startOf, unknownSurveyor } from './given-values.ts'
import type { Interview } from './interview-shape.ts'
import { createShownProblems } from './shown-problems.ts'
import { createDerivedAnswers, type DerivedAnswers } from './derived-answers.ts'

/** How often occurrences are counted again for one change, because a count that depends on itself never settles. */
const mostCounts = 20
const noFiles: readonly FileUploadDoc[] = []

/** What of an interview is derived from its answers and files. */
type Derived = Pick<
  Interview,
  | 'form'
  | 'form$'
  | 'answers'
  | 'files'
  | 'logic'
  | 'logicTicks'
  | 'validity'
  | 'problems'
  | 'numbers'
  | 'setLanguage'
  | 'wasShown'
>

/**
 * The form on screen, which follows its answers and files. It stores nothing itself.
 *
 *   judge:    an answer or a file ──► rules that read it ──► problems, ticks, numbers ──► counts of occurrences
 *                       ▲                                                                         │ other ones
 *   reshape:  defaults of new fields ◄── ticks, numbers ◄── problems ◄── rules ◄── shape ◄────────┤
 *                                                                                                 │
 *                                                               an occurrence, another language ──┘
 */
export interface ShownForm extends Derived {
  readonly derived: DerivedAnswers
  /** Checks a field whose answer or files changed, and all fields whose rules depend on it. */
  readonly judge: (field: CompiledField) => void
  /** Sets what a change of a field by the surveyor sets, and what that sets in turn; returns the fields that it set. */
  readonly setBy: (field: CompiledField) => readonly CompiledField[]
  /** Evaluates the rules that read a value from outside the answers, such as `end`. */
  readonly refresh: (name: string) => void
  /** Evaluates the rules that read lists with the rows that these have now. */
  readonly setLists: (lists: FormLists) => void
  /** Shows the occurrences that written values make or remove. */
  readonly observe: (written: readonly Observation[]) => void
  /** The occurrence that a repeat, by its key, gets next; null when the surveyor cannot add any. */
  readonly next: (repeatKey: string) => NewOccurrence | null
  /** Shows an answer that was not given on this screen. */
  readonly takeOver: (written: FormResponseDoc) => void
}

interface ShownFormParts {
  readonly env: Pick<Env, 'clock' | 'uuid'>
  readonly opening: Opening
  /** The files at the opening, without those that the draft takes out. */
  readonly files: readonly FileUploadDoc[]
  /** Stores an answer that was not typed. */
  readonly store: (field: CompiledField, answer: Answer) => void
}

/** Makes the form of one interview as it is shown at its opening. */
export const createShownForm = (parts: ShownFormParts): ShownForm => {
  const { env, opening } = parts
  const { draft, edited = [], submission } = opening
  const isEdit = submission !== null
  const { template } = opening.form
  const occurrences = createOccurrences(template, opening.answers, opening.files, { isEdit })
  let language = opening.language ?? ''
  let form = shapeForm(template, occurrences.current(), language)
  const form$ = new BehaviorSubject(form)

  const given = new Map(opening.answers.map(answer => [slotOf(answer), answer.value]))
  const answers = createFillForm(form.fields, given)
  const files = createKeyedStore(noFiles)
  for (const [slot, members] of groupBySlot(parts.files)) files.set(slot, members)
  const fileCount = (field: CompiledField): number => files.get(field.id).length

  const begun = createBegunValues(form, given, { isEdit })
  // What was sent, and a resumed draft, got its defaults before, and may have lost them on purpose; only new fields get
  // theirs.
  const resumed = new Set(draft === null && !isEdit ? [] : form.fields.map(({ id }) => id))
  let isResuming = edited.length > 0
  const derived = createDerivedAnswers({
    mayBegin: slot => !isResuming && !given.has(slot) && !resumed.has(slot),
    isFixed: begun.isFixed,
    get: answers.get,
    set: answers.set,
    store: field => parts.store(field, answers.get(field)),
  })
  derived.tie(form, occurrences.ties())

  const startedAt = startOf(submission ?? draft) ?? env.clock.now()
  const logic = followLogic(form, {
    answer: answers.get,
    fileCount,
    calculated: (field, answer) => {
      answers.set(field, answer)
      derived.calculated(field)
    },
    stays: begun.stays,
    last: ({ fieldId }) => toAnswer(answerAt(opening.last ?? {}, answerKey(fieldId)) ?? ''),
    given: givenValues(env, opening.surveyor ?? unknownSurveyor, startedAt),
  })
  const logicTicks = createKeyedStore(0)
  const validity = createValidity(form, { answer: answers.get, fileCount, logic })
  const problems = createShownProblems(validity)
  const numbering = createNumbering(form, field => isAsked({ logic }, field))

  /** What was not asked when the edited interview was sent begins once it is asked. */
  const unasked = form.repeats.filter(({ key }) => isEdit && !logic.askedRepeats.get(key))
  /** Whether the rules make or remove occurrences. */
  const isMoved = (): boolean => {
    const asked = unasked.filter(({ key }) => logic.askedRepeats.get(key))
    return occurrences.begin(asked.map(({ key }) => key)) || occurrences.setCounts(logic.counts())
  }

  /** Notifies fields of changed rules, and their parts: a part once for all its fields. */
  const tick = (fields: readonly CompiledField[]): void => {
    const partKeys = new Set(fields.map(({ index }) => form.partByIndex.get(index)?.key ?? ''))
    for (const key of [...fields.map(({ id }) => id), ...partKeys]) {
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
    if (isMoved()) reshape()
  }
  const judge = (field: CompiledField): void => judgeAll(logic.update(field), [field])
  const setBy = (changed: CompiledField, done = new Set([changed.id])): readonly CompiledField[] =>
    logic.setBy(changed).flatMap(({ field, answer }) => {
      const value = fitAnswer(field, answer())
      // Once, because two fields that set each other would never end.
      const isThere = form.fieldById.has(field.id)
      if (done.has(field.id) || !isThere || isSame(value, answers.get(field))) return []
      done.add(field.id)
      answers.set(field, value)
      judge(field)
      return [field, ...setBy(field, done)]
    })
  const fillDefaults = (): void => derived.fill(form.fields, logic.defaultOf, judge)
  /** Shows the form with its current occurrences and language. */
  const reshape = (countsLeft = mostCounts): void => {
    form = shapeForm(template, occurrences.current(), language)
    answers.add(form.fields)
    derived.tie(form, occurrences.ties())
    const different = logic.reshape(form)
    problems.reshape(form)
    numbering.count(form)
    tick(different)
    form$.next(form)
    // A new occurrence may change a count.
    if (countsLeft > 0 && isMoved()) reshape(countsLeft - 1)
    else fillDefaults()
  }
  const observe = (written: readonly Observation[]): void => {
    if (written.map(occurrences.observe).includes(true)) reshape()
  }
  const takeOver = (written: FormResponseDoc): void => {
    // Before the shape changes, because new fields start with these answers.
    given.set(slotOf(written), written.value)
    observe([written])
    const field = form.fieldById.get(slotOf(written))
    const answer = field === undefined ? '' : fitAnswer(field, written.value)
    if (field === undefined || isSame(answer, answers.get(field))) return
    answers.set(field, answer)
    judge(field)
  }

  if (occurrences.setCounts(logic.counts())) reshape()
  begun.open()
  const shownFirst = new Set(form.fields.filter(logic.isVisible).map(({ id }) => id))
  fillDefaults()
  // After the sent answers, so that calculations that read a changed one are evaluated again; all occurrences before their
  // answers, because what one begins with depends on those within it.
  observe(edited)
  edited.forEach(takeOver)
  form.fields.forEach(({ id }) => isResuming && resumed.add(id))
  isResuming = false

  return {
    get form() {
      return form
    },
    form$,
    answers,
    files,
    logic,
    logicTicks,
    validity,
    problems,
    numbers: numbering.numbers,
    derived,
    judge,
    setBy,
    refresh: name => judgeAll(logic.refresh(name)),
    setLists: lists => judgeAll(logic.relist(lists)),
    observe,
    next: repeatKey => nextOccurrence(form, occurrences, repeatKey),
    takeOver,
    setLanguage: next => {
      language = next
      reshape()
    },
    wasShown: slot => shownFirst.has(slot),
  }
}
