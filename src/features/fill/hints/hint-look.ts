import { BehaviorSubject, filter, map, merge, type Observable } from 'rxjs'
import type { Database } from '../../../../collections/database.ts'
import { isMark, startOfTempId } from '../../../../collections/ids.ts'
import { visibleSubmissions } from '../../../../collections/queries.ts'
import type { FormResponseDoc } from '../../../../collections/schemas/form-responses.ts'
import type { SubmissionDoc } from '../../../../collections/schemas/submissions.ts'
import type { ShownHint } from '../../../../collections/schemas/history-entry.ts'
import type { Clock } from '../../../../replication/env.ts'
import { isCopied, isOnScreen } from '../../../form/answers/on-screen.ts'
import { localDay } from '../../../lib/local-time.ts'
import type { KeyedStore } from '../../../lib/keyed-store.ts'
import type { Fix } from '../../../location/locate.ts'
import type { PlaceFinder } from '../../../location/place-finder.ts'
import { changesOf } from '../../../../collections/query.ts'
import { slotOf } from '../interview/answer-merge.ts'
import { readAnswers } from '../interview/follow-draft.ts'
import type { Interview } from '../interview/interview-shape.ts'
import { caseHints } from './case-hints.ts'
import type { Work } from './fast-hint.ts'
import { findHints, type Hint, type Look } from './find-hints.ts'
import type { Earlier, Given } from './given.ts'
import { reasonSlot, reasonsIn, toShownHint, type Reasons } from './reasons.ts'

/** How long to wait after the last answer, so that typing is never slowed down. */
const pauseMs = 800
/** How many earlier interviews are compared. */
const looked = 100
/** Answers that an interview begins with are stored this soon after its first keystroke. */
const beginMs = 2000

/** The hints of an interview with the surveyor's reasons. */
export interface Hinted {
  readonly hints: readonly Hint[]
  readonly reasons: Reasons
}

/** Looks for hints about a new interview, once it can be submitted. An edit has none. */
export interface HintLook {
  readonly hinted$: Observable<Hinted>
  /** Looks after each change, until the returned function is called. */
  readonly follow: () => () => void
  /** Stores a reason with the draft. */
  readonly keepReason: (hint: Hint, reason: string) => void
  /** The hints that were shown and still apply, as they are sent. Never fails. */
  readonly shown: () => Promise<readonly ShownHint[]>
}

interface LookParts {
  readonly db: Database
  readonly clock: Clock
  readonly interview: Interview
  readonly finder: PlaceFinder
  readonly held: KeyedStore<boolean>
}

/** Nothing found. */
export const nothingHinted: Hinted = { hints: [], reasons: new Map() }

/** Makes the look of one interview; it reads nothing before `follow`. */
export const createHintLook = (parts: LookParts): HintLook => {
  const { db, clock, interview } = parts
  const hinted$ = new BehaviorSubject(nothingHinted)
  let earlier: Promise<readonly Earlier[]> | null = null
  let round = 0

  const find = async (): Promise<Hinted> => {
    if (interview.submission !== null || interview.validity.progress().invalid > 0)
      return nothingHinted
    earlier ??= readEarlier(db, interview.form.id)
    const draftId = interview.writer.draft()?.id
    const stored = draftId === undefined ? [] : await readAnswers(db, draftId)
    const today = localDay(clock.now())
    const isToday = ({ created_at: at }: Earlier) => localDay(Date.parse(at)) === today
    const known = await caseHints({ db, interview })
    const hints = [...findHints(lookAt(parts, stored), await earlier, isToday), ...known]
    return { hints, reasons: reasonsIn(stored) }
  }

  const look = async (): Promise<void> => {
    round += 1
    const mine = round
    const found = await find()
    if (mine === round) hinted$.next(found)
  }

  return {
    hinted$,
    follow: () => {
      if (interview.submission !== null) return () => {}
      let cancel = () => {}
      const own = changesOf(db.form_responses).pipe(
        map(({ documentData }) => documentData),
        filter(answer => answer.submission_id === interview.writer.draft()?.id),
        // While a reason is typed its hint must stay, although time passes.
        filter(({ question_id }) => !isMark(question_id)),
      )
      const changes = merge(own, interview.validity.progress$, parts.finder.place$)
      const following = changes.subscribe(() => {
        cancel()
        // A failed read belongs to a database that is closing.
        cancel = clock.after(pauseMs, () => void look().catch(() => {}))
      })
      return () => {
        round += 1
        cancel()
        following.unsubscribe()
      }
    },
    keepReason: (hint, reason) => interview.writer.keep(reasonSlot(hint), reason, clock.now()),
    shown: async () => {
      const shown = new Set(hinted$.value.hints.map(hint => reasonSlot(hint).id))
      if (shown.size === 0) return []
      const { hints, reasons } = await find().catch(() => hinted$.value)
      return hints
        .filter(hint => shown.has(reasonSlot(hint).id))
        .map(hint => toShownHint(hint, reasons))
    },
  }
}

const readEarlier = async (db: Database, formId: string): Promise<readonly Earlier[]> =>
  (await visibleSubmissions({ formId }, looked).build(db.submissions).exec()).map(
    doc => doc.toMutableJSON() as SubmissionDoc,
  )

const lookAt = (parts: LookParts, stored: readonly FormResponseDoc[]): Look => {
  const { interview, held } = parts
  const { form, validity, answers } = interview
  const given: readonly Given[] = form.fields
    .filter(field => isOnScreen(interview, field) && validity.isAnswered(field.id))
    .map(field => ({
      field,
      answer: answers.get(field),
      isHeld: field.repeatId === null && held.get(field.fieldId),
    }))
  const compared = given.filter(({ field }) => isCopied(field))
  return {
    sections: form.sections,
    given: compared,
    positions: given.filter(({ field }) => field.type === 'GEOPOINT'),
    work: workOn(parts, compared, stored),
    here: hereOf(parts),
  }
}

/** An answer counts as typed unless it was stored when the interview began. */
const workOn = (
  { clock, interview }: LookParts,
  given: readonly Given[],
  stored: readonly FormResponseDoc[],
): Work => {
  const { form, writer } = interview
  const startedAt = startOfTempId(writer.draft()?.id ?? '')
  const late = stored.filter(({ updated_at }) => updated_at > startedAt + beginMs)
  const lateSlots = new Set(late.map(slotOf))
  return {
    spentMs: clock.now() - startedAt,
    typed: given.filter(({ field, isHeld }) => !isHeld && lateSlots.has(field.id)).length,
    fieldIds: new Set(form.template.fields.filter(isCopied).map(({ fieldId }) => fieldId)),
  }
}

/** The position that Submit sends. */
const hereOf = ({ finder, interview }: LookParts): Fix | null => {
  const place = finder.place()
  if (place.kind === 'found') return place.fix
  const { latitude = null, longitude = null, accuracy = null } = interview.writer.draft() ?? {}
  return latitude === null || longitude === null ? null : { latitude, longitude, accuracy }
}
