import { randomUUID } from 'node:crypto'
import { readConfig } from '../../server/config.ts'
import { silentLog } from '../../tests/server/silent-log.ts'
import { migrate } from '../../server/db/migrate.ts'
import { fillWithDemo, openStorage } from '../../server/start.ts'
import { insertUser } from '../../server/store/admin.ts'
import { assignForm } from '../../server/store/forms.ts'
import { insertSession } from '../../server/store/sessions.ts'
import { newToken, tokenSha256 } from '../../server/auth/tokens.ts'

/** The form of all interviews. */
export const formId = 'household-profile'

/** An interview of twenty answers as the app sends it, with the given first answer. */
export const submission = (clientKey: string, answer: string) => ({
  form_id: formId,
  latitude: 23.24,
  longitude: 69.66,
  created_at: new Date().toISOString(),
  client_key: clientKey,
  answers: Array.from({ length: 20 }, (_, at) => ({
    form_field_id: `field-${at}`,
    value: at === 0 ? answer : `An answer of a usual length, number ${at}`,
  })),
})

/**
 * Writes surveyors with a session each directly into a server's database before the server runs, because signing
 * in is measured elsewhere. Returns their tokens.
 */
export const prepareSurveyors = async (
  environment: NodeJS.ProcessEnv,
  count: number,
): Promise<readonly string[]> => {
  const storage = await openStorage(readConfig(environment), silentLog)
  const { query } = storage.db
  await migrate(storage.db)
  await fillWithDemo(storage, () => Date.now())
  const now = new Date()
  const tokens: string[] = []
  for (let at = 0; at < count; at += 1) {
    const id = randomUUID()
    const user = {
      id,
      email: `surveyor-${at}@load.example`,
      passwordHash: 'none',
      firstName: 'S',
      lastName: String(at),
      phoneNumber: '',
      address: '',
      organizationId: null,
      now,
    }
    await storage.db.tx(inTx => insertUser(inTx, user))
    await assignForm(query, id, formId, now)
    const token = newToken()
    await insertSession(query, tokenSha256(token), id, now, new Date(now.getTime() + 36_000_000))
    tokens.push(token)
  }
  await storage.close()
  return tokens
}
