import { BehaviorSubject } from 'rxjs'
import { expect, test } from 'vitest'
import { createKeeper } from '../../src/workspace/keeper.ts'
import type { Session } from '../../src/session/session.ts'
import type { SignedIn } from '../../src/session/stored-session.ts'
import type { Workspace } from '../../src/workspace/workspace.ts'
import { until } from '../env.ts'

/** The keeper opens one workspace at a time while surveyors sign in and out. */

const signedIn = (id: string, token = 't'): SignedIn => ({
  kind: 'signed-in',
  token,
  expiresAt: 1,
  user: { id, is_active: true, is_first_login: false } as SignedIn['user'],
})

const setUp = (failing = 0) => {
  const log: string[] = []
  const session$ = new BehaviorSubject<Session>({ kind: 'anonymous' })
  let failures = failing
  const open = (session: SignedIn): Promise<Workspace> => {
    log.push(`open ${session.user.id}`)
    if (failures > 0) {
      failures -= 1
      return Promise.reject(new Error('no room'))
    }
    const userId = session.user.id
    const end = (how: string) => () => {
      log.push(`${how} ${userId}`)
      return Promise.resolve()
    }
    return Promise.resolve({ userId, close: end('close'), wipe: end('wipe') } as Workspace)
  }
  const keeper = createKeeper(session$, open)
  const shows = (kind: string) => until(kind, () => keeper.current().kind === kind)
  return { keeper, session$, log, shows }
}

test('it opens at a login, and closes at the logout', async () => {
  const { session$, log, shows } = setUp()
  session$.next(signedIn('asha'))
  await shows('open')
  session$.next({ kind: 'anonymous' })
  await shows('closed')
  await until('closed', () => log.includes('close asha'))
  expect(log).toEqual(['open asha', 'close asha'])
})

test('a renewed session of the same surveyor keeps the workspace open', async () => {
  const { session$, log, shows } = setUp()
  session$.next(signedIn('asha'))
  await shows('open')
  session$.next(signedIn('asha', 'another token'))
  session$.next(signedIn('ravi'))
  await until('ravi', () => log.includes('open ravi'))
  expect(log).toEqual(['open asha', 'close asha', 'open ravi'])
})

test('a failed opening is shown and deletes nothing; the next login tries again', async () => {
  const { session$, log, shows } = setUp(1)
  session$.next(signedIn('asha'))
  await shows('failed')
  session$.next({ kind: 'anonymous' })
  await shows('closed')
  session$.next(signedIn('asha'))
  await shows('open')
  expect(log).toEqual(['open asha', 'open asha'])
})

test('renewing closes the workspace and opens it again; after a wipe it stays closed', async () => {
  const { keeper, session$, log, shows } = setUp()
  session$.next(signedIn('asha'))
  await shows('open')
  await keeper.renew()
  expect(keeper.current().kind).toBe('open')
  await keeper.wipe()
  expect(keeper.current().kind).toBe('closed')
  expect(log).toEqual(['open asha', 'wipe asha', 'open asha', 'wipe asha'])
})

test('data that could not be deleted are shown again', async () => {
  const session$ = new BehaviorSubject<Session>(signedIn('asha'))
  const workspace = {
    userId: 'asha',
    wipe: () => Promise.reject(new Error('The database is in use.')),
  } as unknown as Workspace
  const keeper = createKeeper(session$, () => Promise.resolve(workspace))
  await until('it is open', () => keeper.current().kind === 'open')
  await expect(keeper.renew()).rejects.toThrow('in use')
  expect(keeper.current().kind).toBe('open')
})
