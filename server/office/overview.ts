import type { Person, Today } from '../../replication/wire/office/answers.ts'
import type { OfficeForm } from '../../replication/wire/office/form-answers.ts'
import { good } from '../http/answer.ts'
import { dayMs, isSilent, lastContactAt } from '../status/read-status.ts'
import { scopeOf } from '../store/office/accounts.ts'
import { daysInScope, formsInScope, peopleInScope } from '../store/office/overview.ts'
import { notToReview } from '../store/office/reviews.ts'
import type { AccountHandler } from './office-call.ts'

const shownDays = 7

/** Counts by the key of each row and day; 0 for days without any. */
const counter = (days: readonly string[]) => {
  const counts = new Map<string, number>()
  return {
    add: (key: string, day: string, count: number) => {
      const at = `${key} ${day}`
      counts.set(at, (counts.get(at) ?? 0) + count)
    },
    of: (key: string) => days.map(day => counts.get(`${key} ${day}`) ?? 0),
  }
}

/** GET office/today */
export const today: AccountHandler = async ({ account, backend: { db, clock } }) => {
  const scope = scopeOf(account)
  const now = clock()
  const days = Array.from({ length: shownDays }, (_, index) =>
    new Date(now - (shownDays - 1 - index) * dayMs).toISOString().slice(0, 10),
  )
  const received = await daysInScope(db.query, scope, days[0] ?? '')
  const byForm = counter(days)
  const byPerson = counter(days)
  for (const { user_id, form_id, day, count } of received) {
    byForm.add(form_id, day, count)
    byPerson.add(user_id, day, count)
  }
  const forms = await formsInScope(db.query, scope)
  const looked = await notToReview(db.query, scope)
  const done = new Map(looked.map(({ form_id, count }) => [form_id, count]))
  // A phone's work is not of one form, so an account that sees forms only does not see people.
  const people = scope.kind === 'forms' ? [] : await peopleInScope(db.query, scope)
  const data: Today = {
    at: new Date(now).toISOString(),
    days: [...days],
    forms: forms.map(({ id, title, stored }) => ({
      id,
      title,
      stored,
      counts: byForm.of(id),
      to_review: stored - (done.get(id) ?? 0),
    })),
    people: people.map(row => {
      const last = lastContactAt(row)
      return {
        id: row.id,
        name: row.name,
        email: row.email,
        stored: row.stored,
        counts: byPerson.of(row.id),
        last_contact_at: last?.toISOString() ?? null,
        is_silent: isSilent(row.is_active, last, now),
        waiting: row.waiting,
        oldest_waiting_at: row.oldest_waiting_at?.toISOString() ?? null,
      }
    }),
  }
  return good('Today', data)
}

/** GET office/forms */
export const forms: AccountHandler = async ({ account, backend: { db } }) => {
  const rows = await formsInScope(db.query, scopeOf(account))
  return good(
    'Forms',
    rows.map((row): OfficeForm => ({
      id: row.id,
      title: row.title,
      description: row.description,
      state: row.removed_at === null ? row.status : 'removed',
      versions: row.versions,
      updated_at: row.updated_at.toISOString(),
      assigned: row.assigned,
      submissions: row.stored,
      last_received_at: row.last_received_at?.toISOString() ?? null,
    })),
  )
}

/** GET office/people */
export const people: AccountHandler = async ({ account, backend: { db, clock } }) => {
  const rows = await peopleInScope(db.query, scopeOf(account))
  return good(
    'People',
    rows.map((row): Person => {
      const last = lastContactAt(row)
      return {
        id: row.id,
        name: row.name,
        email: row.email,
        phone_number: row.phone_number,
        groups: [...(row.groups ?? [])],
        is_active: row.is_active,
        is_first_login: row.is_first_login,
        submissions: row.stored,
        last_contact_at: last?.toISOString() ?? null,
        is_silent: isSilent(row.is_active, last, clock()),
        waiting: row.waiting,
        oldest_waiting_at: row.oldest_waiting_at?.toISOString() ?? null,
        app_version: row.app_version,
        free_bytes: row.free_bytes === null ? null : Number(row.free_bytes),
      }
    }),
  )
}
