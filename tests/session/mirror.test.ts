import { BehaviorSubject } from 'rxjs'
import { expect, test } from 'vitest'
import { mirrorSession } from '../../src/session/mirror.ts'
import type { MirroredSession } from '../../src/env.ts'
import type { Session } from '../../src/session/session.ts'
import { until } from '../env.ts'

/** The worker's copy of the session (decisions 5): it exists only while a surveyor is signed in. */

const signedIn = { kind: 'signed-in' } as Session

test('the copy follows the session, and ends with it', async () => {
  const session$ = new BehaviorSubject<Session>({ kind: 'starting' })
  const local = new Map([['authData', 'ENC_one']])
  let kept: MirroredSession | null = { authData: 'ENC_old', apiUrl: 'old' }
  const sessionMirror = {
    read: () => Promise.resolve(kept),
    keep: (session: MirroredSession) => {
      kept = session
      return Promise.resolve()
    },
    clear: () => {
      kept = null
      return Promise.resolve()
    },
  }
  const env = { local: { get: (key: string) => local.get(key) ?? null }, sessionMirror }
  mirrorSession(session$, env as never, () => 'https://api.example/api')
  session$.next(signedIn)
  await until('a copy', () => kept?.authData === 'ENC_one')
  expect(kept).toEqual({ authData: 'ENC_one', apiUrl: 'https://api.example/api' })

  local.set('authData', 'ENC_two')
  session$.next(signedIn)
  await until('a new copy', () => kept?.authData === 'ENC_two')
  session$.next({ kind: 'anonymous' })
  await until('no copy', () => kept === null)
})
