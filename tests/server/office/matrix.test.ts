import * as v from 'valibot'
import { expect, test } from 'vitest'
import { basePath, calls } from '../../../replication/wire/calls.ts'
import { officeCalls, type OfficeCallName } from '../../../replication/wire/office/calls.ts'
import type { OfficeCall } from '../../../replication/wire/office/office-call.ts'
import { roles } from '../../../replication/wire/office/roles.ts'
import { describeServer } from '../engines.ts'
import { officeBrowser, type OfficeAsk } from './office-browser.ts'
import { accountAt, twoGroups } from './office-data.ts'

/** Every role, every call, every scope. */

const names = Object.keys(officeCalls) as OfficeCallName[]
type Data = Awaited<ReturnType<typeof twoGroups>>

/** What each call is asked for, about what is within the scope of everyone below, and what is outside of some. */
const asked: Readonly<
  Record<OfficeCallName, (data: Data) => { readonly own: OfficeAsk; readonly other?: OfficeAsk }>
> = {
  signIn: () => ({ own: { body: {} } }),
  first: () => ({ own: { body: {} } }),
  session: () => ({ own: {} }),
  signOut: () => ({ own: {} }),
  passwordChange: () => ({ own: { body: {} } }),
  codeOffer: () => ({ own: { body: {} } }),
  codeConfirm: () => ({ own: { body: {} } }),
  codeEnd: () => ({ own: { body: {} } }),
  today: () => ({ own: {} }),
  forms: () => ({ own: {} }),
  form: () => ({ own: { id: 'household-profile' }, other: { id: 'none' } }),
  formChanges: () => ({
    own: { id: 'household-profile', query: '?from=1&to=1' },
    other: { id: 'none', query: '?from=1&to=1' },
  }),
  formPeople: () => ({ own: { id: 'household-profile' }, other: { id: 'none' } }),
  formRead: () => ({ own: { form: new FormData() } }),
  formPublish: () => ({ own: { form: new FormData() } }),
  formState: () => ({ own: { id: 'household-profile', body: {} } }),
  formAssign: () => ({ own: { id: 'household-profile', body: {} } }),
  formUnassign: () => ({ own: { id: 'household-profile', body: {} } }),
  people: () => ({ own: {} }),
  personAdd: () => ({ own: { body: {} } }),
  person: ({ asha, first }) => ({ own: { id: asha.surveyorId }, other: { id: first.surveyorId } }),
  personChange: ({ asha }) => ({ own: { id: asha.surveyorId, body: {} } }),
  personErase: ({ asha }) => ({ own: { id: asha.surveyorId, body: {} } }),
  peopleReset: () => ({ own: { body: {} } }),
  peopleActivate: () => ({ own: { body: {} } }),
  peopleEndSessions: () => ({ own: { body: {} } }),
  groups: () => ({ own: {} }),
  peopleGroups: () => ({ own: { body: {} } }),
  peoplePlan: () => ({ own: { bytes: 'email' } }),
  peopleImport: () => ({ own: { bytes: 'email' } }),
  accounts: () => ({ own: {} }),
  accountAdd: () => ({ own: { body: {} } }),
  accountReset: () => ({ own: { id: 'none', body: {} } }),
  accountActivate: () => ({ own: { id: 'none', body: {} } }),
  organization: () => ({ own: {} }),
  organizationChange: () => ({ own: { body: {} } }),
  mailTest: () => ({ own: { body: {} } }),
  backups: () => ({ own: {} }),
  backupCreate: () => ({ own: { body: {} } }),
  backupCheck: () => ({ own: { id: 'none', body: {} } }),
  trail: () => ({ own: {} }),
  server: () => ({ own: {} }),
  submissionTable: () => ({ own: { id: 'household-profile' }, other: { id: 'none' } }),
  submissions: () => ({ own: { id: 'household-profile' }, other: { id: 'none' } }),
  submissionExport: () => ({
    own: { id: 'household-profile', query: '?format=jsonl' },
    other: { id: 'none' },
  }),
  views: () => ({ own: { id: 'household-profile' }, other: { id: 'none' } }),
  viewSave: () => ({
    own: { id: 'household-profile', body: { name: 'A view', address: '?text=a' } },
    other: { id: 'none', body: { name: 'A view', address: '' } },
  }),
  viewDelete: () => ({
    own: { id: 'household-profile', body: { name: 'A view' } },
    other: { id: 'none', body: { name: 'A view' } },
  }),
  submission: ({ asha, first }) => ({
    own: { id: asha.id, query: `?surveyor=${asha.surveyorId}` },
    other: { id: first.id, query: `?surveyor=${first.surveyorId}` },
  }),
  commentAdd: ({ asha, first }) => ({
    own: { id: asha.id, query: `?surveyor=${asha.surveyorId}`, body: {} },
    other: { id: first.id, query: `?surveyor=${first.surveyorId}`, body: {} },
  }),
  reviewSet: ({ asha, first }) => ({
    own: { id: asha.id, query: `?surveyor=${asha.surveyorId}`, body: {} },
    other: { id: first.id, query: `?surveyor=${first.surveyorId}`, body: {} },
  }),
  file: ({ asha, first }) => ({ own: { id: asha.fileId }, other: { id: first.fileId } }),
}

describeServer('the office', server => {
  test('lets each role make the calls of the table, and no other', async () => {
    const data = await twoGroups(server())
    const wrong: string[] = []
    for (const role of roles) {
      for (const name of names) {
        const call: OfficeCall = officeCalls[name]
        if (call.roles === 'public') continue
        const { ask } = await accountAt(server(), role, { kind: 'all' })
        const { status } = await ask(name, asked[name](data).own)
        const isRefused = status === 403
        if (isRefused === call.roles.includes(role) || status === 401 || status >= 500)
          wrong.push(`${role} ${name} ${status}`)
        const anonymous = await officeBrowser(server()).ask(name, asked[name](data).own)
        if (anonymous.status !== 401) wrong.push(`anonymous ${name} ${anonymous.status}`)
      }
    }
    expect(wrong).toEqual([])
  })

  test('answers what the table says, and has nothing of another group in it', async () => {
    const data = await twoGroups(server())
    const north = await accountAt(server(), 'coordinator', { kind: 'groups', names: ['north'] })
    const south = await accountAt(server(), 'coordinator', { kind: 'groups', names: ['south'] })
    const hidden = ['Hidden Person', data.first.id, data.first.surveyorId, 'first@']
    const wrong: string[] = []
    for (const name of names) {
      const call: OfficeCall = officeCalls[name]
      if (call.method !== 'GET' || !call.roles.includes('coordinator')) continue
      const { own, other } = asked[name](data)
      const answer = await north.ask(name, own)
      if (answer.status !== 200) wrong.push(`${name} ${answer.status}`)
      if (call.data !== null && !v.is(call.data, answer.data))
        wrong.push(`${name} has another form`)
      wrong.push(
        ...hidden.filter(text => answer.text.includes(text)).map(text => `${name} ${text}`),
      )
      if (other === undefined) continue
      const refused = await north.ask(name, other)
      if (refused.status !== 404) wrong.push(`${name} of another group ${refused.status}`)
      // The same request is answered to those who see it.
      const seen = other.id === 'none' ? 200 : (await south.ask(name, other)).status
      if (seen !== 200) wrong.push(`${name} of the own group ${seen}`)
    }
    expect(wrong).toEqual([])
  })

  test('shows an account with forms these forms, and no phones', async () => {
    const { asha } = await twoGroups(server())
    const { ask } = await accountAt(server(), 'reviewer', {
      kind: 'forms',
      names: ['water-point-inspection'],
    })
    expect((await ask('forms')).data).toHaveLength(1)
    expect((await ask('today')).data).toMatchObject({
      people: [],
      forms: [{ title: expect.any(String) }],
    })
    for (const name of ['submissionTable', 'submissions', 'submissionExport', 'views'] as const)
      expect([name, (await ask(name, { id: 'household-profile' })).status]).toEqual([name, 404])
    const body = { name: 'A view', address: '' }
    expect((await ask('viewSave', { id: 'household-profile', body })).status).toBe(404)
    const query = `?surveyor=${asha.surveyorId}`
    expect((await ask('submission', { id: asha.id, query })).status).toBe(404)
    expect((await ask('file', { id: asha.fileId })).status).toBe(404)
  })

  test('opens no call of surveyors: with its cookie, and with its token', async () => {
    const { asha } = await twoGroups(server())
    const browser = await accountAt(server(), 'administrator', { kind: 'all' })
    const token = browser.cookies.get('office_session') ?? ''
    const wrong: string[] = []
    for (const [name, { method, path, access }] of Object.entries(calls)) {
      if (access === 'public') continue
      for (const headers of [
        { Cookie: `office_session=${token}` },
        { Authorization: `Bearer ${token}` },
      ]) {
        const url = `${basePath}${path.replace(':id', asha.id)}`
        const { status } = await server().fetch(url, { method, headers: new Headers(headers) })
        if (status !== 401) wrong.push(`${name} ${status}`)
      }
    }
    expect(wrong).toEqual([])
  })
})
