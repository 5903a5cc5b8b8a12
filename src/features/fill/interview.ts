import { BehaviorSubject, ReplaySubject, Subscription, switchMap, type Observable } from 'rxjs'
import type { Database } from '../../../collections/database.ts'
import { repeatMarkId } from '../../../collections/ids.ts'
import type { FileUploadDoc } from '../../../collections/schemas/file-uploads.ts'
import type { Answer, SubmissionDoc } from '../../../collections/schemas/submissions.ts'
import { discardDraft, removeFile } from '../../../collections/writes/write-interview.ts'
import type { Env } from '../../env.ts'
import { createKeyedStore, type KeyedStore } from '../../lib/keyed-store.ts'
import { fitAnswer } from './answer-shape.ts'
import { createAnswerMerge, slotOf } from './answer-merge.ts'
import { localDay } from './compile.ts'
import type { CompiledField, CompiledForm } from './compiled-form.ts'
import { createDraftWriter, type DraftWriter } from './draft-writer.ts'
import { createFillForm, type FillForm } from './fill-form.ts'
import {
  draftGone$,
  filesChanged$,
  groupBySlot,
  readFiles,
  writtenAnswers$,
} from './follow-draft.ts'
import { followLogic, type LogicState } from './follow-logic.ts'
import { shapeForm, slotId } from './form-shape.ts'
import { createOccurrences, present } from './occurrences.ts'
import type { Opening } from './opening.ts'
import { readableText } from './readable-text.ts'
import { takeBackChanges } from './take-back.ts'
import { createShownProblems, type ShownProblems } from './shown-problems.ts'
import { createValidity, type Validity } from './validity.ts'

/** Who ended an interview that is still shown; nothing typed into it would be kept any more. */
export type Ending = 'here' | 'elsewhere'

/** One interview on screen: its answers, what is wrong with them, and their way to the device. */
export interface Interview {
  /** As it is shown now: another one takes its place as occurrences come and go, and with the language. */
  readonly form: CompiledForm
  readonly form$: Observable<CompiledForm>
  readonly submission: SubmissionDoc | null
  readonly answers: FillForm
  readonly files: KeyedStore<readonly FileUploadDoc[]>
  /** What the form's own rules say, as far as it has any. */
  readonly logic: LogicState
  /** Changes under a field's id when its rules say something else of it, and under the key of its part. */
  readonly logicTicks: KeyedStore<number>
  readonly validity: Validity
  readonly problems: ShownProblems
  readonly writer: DraftWriter
  /** Emits once it has ended: discarded here, or submitted or discarded in another tab. */
  readonly ended$: Observable<Ending>
  readonly edit: (field: CompiledField, answer: Answer) => void
  readonly focus: (field: CompiledField) => void
  readonly blur: (field: CompiledField) => void
  /** Adds an occurrence of a section that repeats; gives its first field, null when there may be no more. */
  readonly addOccurrence: (sectionId: string) => CompiledField | null
  /** Takes an occurrence out; what was answered in it is kept on the device, and not sent. */
  readonly removeOccurrence: (sectionId: string, occurrence: number) => void
  /** Shows the form in another language; '' for its plain texts. */
  readonly setLanguage: (language: string) => void
  /**
   * Takes a file out of the interview. One of a submission that is edited stays on the device: until the
   * edit is submitted it is still the submission's.
   */
  readonly removeFile: (field: CompiledField, file: FileUploadDoc) => Promise<void>
  /** The files as they are stored, without those taken out. */
  readonly readFiles: () => Promise<readonly FileUploadDoc[]>
  /** Whether anything was changed since it was opened. */
  readonly isDirty: () => boolean
  /** Marks a change that is no answer, such as a file. */
  readonly markDirty: (field: CompiledField) => void
  /** From now on the draft may go without a word: it is being submitted. False takes it back. */
  readonly setLeaving: (isLeaving: boolean) => void
  /**
   * Takes back what was changed since it was opened. One begun just now is gone then; a draft that was
   * resumed is as it was, but for files that were taken out of it.
   */
  readonly discard: () => Promise<void>
  /** Brings everything to the device and stops following it. */
  readonly close: () => Promise<void>
}

const noFiles: readonly FileUploadDoc[] = []

/** Makes an interview of what was read, and follows its draft from then on. */
export const createInterview = (
  { db, env }: { readonly db: Database; readonly env: Pick<Env, 'clock' | 'visible$'> },
  opening: Opening,
): Interview => {
  const { submission } = opening
  const { template } = opening.form
  const occurrences = createOccurrences(template, opening.answers, opening.files)
  let language = opening.language ?? ''
  let form = shapeForm(template, occurrences.current(), language)
  const form$ = new BehaviorSubject(form)
  const given = new Map(opening.answers.map(answer => [slotOf(answer), answer.value]))
  const answers = createFillForm(form.fields, given)
  const files = createKeyedStore(noFiles)
  for (const [slot, members] of groupBySlot(opening.files)) files.set(slot, members)
  const fileCount = (field: CompiledField): number => files.get(field.id).length
  const logic = followLogic(form, {
    answer: answers.get,
    fileCount,
    calculated: (field, answer) => answers.set(field, answer),
    today: localDay(env.clock.now()),
  })
  const logicTicks = createKeyedStore(0)
  const validity = createValidity(form, { answer: answers.get, fileCount, logic })
  const problems = createShownProblems(validity)
  const tick = (field: CompiledField): void => {
    for (const key of [field.id, form.partByIndex.get(field.index)?.key ?? '']) {
      logicTicks.set(key, logicTicks.get(key) + 1)
    }
  }
  /** Judges a field whose answer changed, and whatever the form's rules make of that. */
  const judge = (field: CompiledField): void => {
    problems.judge(field)
    for (const other of logic.update(field)) {
      problems.judge(other)
      tick(other)
    }
  }
  /** Shows the form with the occurrences and in the language that there are now. */
  const reshape = (): void => {
    form = shapeForm(template, occurrences.current(), language)
    answers.add(form.fields)
    const different = logic.reshape(form)
    problems.reshape(form)
    different.forEach(tick)
    form$.next(form)
  }
  const writer = createDraftWriter({ db, clock: env.clock, begin: opening.begin }, opening.draft)
  const ended$ = new ReplaySubject<Ending>(1)
  const subscriptions = new Subscription()

  const merge = createAnswerMerge({
    read: opening.answers,
    isWaiting: writer.isWaiting,
    apply: written => {
      // Before there is another shape: what is shown anew begins with it.
      given.set(slotOf(written), written.value)
      if (occurrences.hear(written)) reshape()
      const field = form.fieldById.get(slotOf(written))
      if (field === undefined) return
      answers.set(field, fitAnswer(field, written.value))
      judge(field)
    },
  })
  const edited = new Set<string>()
  const taken = new Set<string>()
  let isLeaving = false

  const readKept = async (): Promise<readonly FileUploadDoc[]> => {
    const all = await readFiles(db, writer.draft()?.id ?? '', submission)
    return all.filter(({ id }) => !taken.has(id))
  }

  const takeFiles = (kept: readonly FileUploadDoc[]): void => {
    const filesBySlot = groupBySlot(kept)
    const isNew = kept
      .map(({ field_id, occurrence }) =>
        occurrences.hear({ question_id: field_id, occurrence, value: present }),
      )
      .includes(true)
    if (isNew) reshape()
    for (const field of form.fields) {
      const before = files.get(field.id)
      const after = filesBySlot.get(field.id) ?? noFiles
      if (before.map(({ id }) => id).join() === after.map(({ id }) => id).join()) continue
      files.set(field.id, after)
      judge(field)
    }
  }

  const follow = (draftId: string): void => {
    subscriptions.add(writtenAnswers$(db, draftId, env.visible$).subscribe(merge.offer))
    const owners = submission === null ? [draftId] : [submission.id, draftId]
    subscriptions.add(filesChanged$(db, owners).pipe(switchMap(readKept)).subscribe(takeFiles))
    subscriptions.add(
      draftGone$(db, draftId).subscribe(() => {
        if (!isLeaving) ended$.next('elsewhere')
      }),
    )
  }

  let followed = ''
  subscriptions.add(
    writer.draft$.subscribe(draft => {
      if (draft === null || draft.id === followed) return
      followed = draft.id
      follow(draft.id)
    }),
  )
  subscriptions.add(
    env.visible$.subscribe(isVisible => {
      if (!isVisible) void writer.flush().catch(() => undefined)
    }),
  )

  /** Notes that an occurrence is there, or not any more, as an answer is noted. */
  const mark = (sectionId: string, occurrence: number, value: string): void => {
    const fieldId = repeatMarkId(sectionId)
    const id = slotId(fieldId, occurrence)
    const at = merge.stampEdit(id, env.clock.now())
    edited.add(id)
    writer.keep({ id, fieldId, occurrence }, value, at)
    if (occurrences.hear({ question_id: fieldId, occurrence, value })) reshape()
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
    writer,
    ended$,
    edit: (field, typed) => {
      const answer = typeof typed === 'string' ? readableText(field.type, typed) : typed
      const at = merge.stampEdit(field.id, env.clock.now())
      edited.add(field.id)
      answers.set(field, answer)
      judge(field)
      writer.keep(field, answer, at)
    },
    addOccurrence: sectionId => {
      const repeat = form.repeats.find(one => one.sectionId === sectionId)
      if (repeat === undefined || repeat.occurrences.length >= repeat.rules.max) return null
      const number = occurrences.nextOf(sectionId)
      mark(sectionId, number, present)
      return (
        form.fields.find(field => field.repeatId === sectionId && field.occurrence === number) ??
        null
      )
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
      if (file.submission_id !== submission?.id) await removeFile(db, file.id)
      edited.add(field.id)
      taken.add(file.id)
      files.set(
        field.id,
        files.get(field.id).filter(({ id }) => id !== file.id),
      )
      judge(field)
    },
    readFiles: readKept,
    isDirty: () => edited.size > 0,
    markDirty: field => edited.add(field.id),
    setLeaving: leaving => {
      isLeaving = leaving
    },
    discard: async () => {
      isLeaving = true
      await writer.stop()
      const draft = writer.draft()
      if (draft !== null && opening.draft === null) await discardDraft(db, draft.id)
      else await takeBackChanges(db, opening, edited, env.clock.now())
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
