import { distinctUntilChanged, filter, map, skip } from 'rxjs'
import * as v from 'valibot'
import type { Database } from '../../collections/database.ts'
import { baseFields, canonical } from '../../collections/operation-log.ts'
import { currentUser, type UserProfileDoc } from '../../collections/schemas/user-profile.ts'
import { User } from '../../replication/wire/answers.ts'
import type { SessionStore } from './session.ts'

/**
 * Keeps the session's user equal to what the server last confirmed, whether a screen, a run, another tab or the worker
 * received it. Ignores pending edits of the profile. Returns a function that stops it.
 */
export const followProfile = (
  { user_profile }: Pick<Database, 'user_profile'>,
  session: Pick<SessionStore, 'current' | 'update'>,
): (() => void) => {
  const users = user_profile
    .findOne(currentUser)
    .$.pipe(
      map(doc => (doc === null ? null : baseUser(doc.toMutableJSON() as UserProfileDoc))),
      filter(user => user !== null),
      distinctUntilChanged((one, other) => canonical(one) === canonical(other)),
      // The profile stored at the start may be older than the session, because a login also returns the user.
      skip(1),
    )
    .subscribe(user => {
      const now = session.current()
      const isNews = now.kind === 'signed-in' && canonical(now.user) !== canonical(user)
      if (isNews) void session.update(user)
    })
  return () => users.unsubscribe()
}

const baseUser = ({ crdts }: UserProfileDoc): User | null => {
  const base = baseFields<UserProfileDoc>(crdts)
  const user = v.safeParse(User, { ...base, id: base?.user_id })
  return user.success && user.output.id !== '' ? user.output : null
}
