import type { Role, Scope } from '../../../replication/wire/office/roles.ts'
import type { TestServer } from '../make-server.ts'
import { newSubmission, pngBytes, rowOf, signIn, uploadForm } from '../surveyor.ts'
import { signedInAt } from './office-browser.ts'

/** A browser in which a new account with a role and a scope is signed in. */
export const accountAt = async (server: TestServer, role: Role, scope: Scope) => {
  const email = `${role}-${scope.kind}-${'names' in scope ? scope.names.join('-') : ''}@example.org`
  await server.db.query(
    `insert into office_accounts (id, email, name, role, scope_kind, scope_names, password_hash, is_temporary,
       created_at)
     select gen_random_uuid(), $1::text, $1::text, $2, $3, $4::jsonb, password_hash, false, created_at
     from office_accounts where email = 'admin@transect.example' on conflict do nothing`,
    [email, role, scope.kind, JSON.stringify('names' in scope ? scope.names : [])],
  )
  return signedInAt(server, email)
}

interface Made {
  readonly surveyorId: string
  readonly id: string
  readonly fileId: string
}

const make = async (server: TestServer, email: string, head: string): Promise<Made> => {
  const ask = await signIn(server, email)
  const field = (name: string, value: string) => ({
    form_field_id: `household-profile.${name}`,
    value,
  })
  const answers = [field('head_name', head), field('needs', '["food","work"]')]
  const { id } = rowOf(await ask('submissionCreate', { body: newSubmission({ answers }) }))
  const form = uploadForm('household-profile.house_photo', [
    new File([pngBytes(head.length)], 'a.png'),
  ])
  await ask('filesUpload', { id, form })
  const [found] = await server.db.query<{ user_id: string; file: string }>(
    `select user_id, id as file from submission_files where submission_id = $1`,
    [id],
  )
  return { surveyorId: found?.user_id ?? '', id, fileId: found?.file ?? '' }
}

/** A submission of asha, who is in the group north, and one of first, who is in the group south; both to household-profile. */
export const twoGroups = async (server: TestServer) => {
  const asha = await make(server, 'asha@transect.example', 'Meera Jadeja')
  const first = await make(server, 'first@transect.example', 'Hidden Person')
  await server.db.query(
    `insert into user_groups (user_id, name) values ($1, 'north'), ($2, 'south')`,
    [asha.surveyorId, first.surveyorId],
  )
  return { asha, first }
}
