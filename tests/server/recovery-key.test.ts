import { expect, test } from 'vitest'
import { headers } from '../../replication/wire/calls.ts'
import { createRecoveryKeys } from '../../server/auth/recovery-keys.ts'
import { recoverySecret } from '../../server/db/server-values.ts'
import { describeServer } from './engines.ts'
import { asker, signIn } from './surveyor.ts'

const keyOf = (data: unknown): string => (data as { recovery_key: string }).recovery_key

describeServer('the recovery key of an account', server => {
  test('is announced, has 32 bytes, and is the same at each login', async () => {
    const first = await (await signIn(server()))('recoveryKey')
    expect(first.status).toBe(200)
    expect(first.headers.get(headers.extensions)).toContain('recovery-key')
    expect(first.headers.get('Cache-Control')).toBe('no-store')
    expect(Buffer.from(keyOf(first.data), 'base64')).toHaveLength(32)
    const second = await (await signIn(server()))('recoveryKey')
    expect(keyOf(second.data)).toBe(keyOf(first.data))
  })

  test('differs between accounts, and needs an active account that is signed in', async () => {
    const asha = await (await signIn(server()))('recoveryKey')
    const other = await (await signIn(server(), 'first@transect.example'))('recoveryKey')
    expect(keyOf(other.data)).not.toBe(keyOf(asha.data))
    expect((await asker(server(), null)('recoveryKey')).status).toBe(401)
    const inactive = await signIn(server(), 'inactive@transect.example')
    expect((await inactive('recoveryKey')).status).toBe(403)
  })

  test('follows from the secret of the database, which a backup contains', async () => {
    const { db } = server()
    const secret = await recoverySecret(db)
    expect(await recoverySecret(db)).toBe(secret)
    const [user] = await db.query<{ id: string }>(`select id from users where email = $1`, [
      'asha@transect.example',
    ])
    const answered = await (await signIn(server()))('recoveryKey')
    expect(createRecoveryKeys(secret)(user?.id ?? '')).toBe(keyOf(answered.data))
  })
})
