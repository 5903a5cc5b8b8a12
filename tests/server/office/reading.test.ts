import { expect, test } from 'vitest'
import type { Person, SubmissionDetail, Today } from '../../../replication/wire/office/answers.ts'
import type { OfficeForm } from '../../../replication/wire/office/form-answers.ts'
import { describeServer, pastTotal } from '../engines.ts'
import { signIn } from '../surveyor.ts'
import { signedInAt } from './office-browser.ts'
import { twoGroups } from './office-data.ts'

const form = 'household-profile'

describeServer('the office reads', server => {
  const office = async () => (await signedInAt(server())).ask
  test('what was received today, by form and by surveyor', async () => {
    const before = (await (await office())('today')).data as Today
    await twoGroups(server())
    const { data } = await (await office())('today')
    const { forms, people, days } = data as Today
    expect(days).toHaveLength(7)
    const countIn = (today: Today) => today.forms.find(({ id }) => id === form)?.counts.at(-1) ?? 0
    expect(countIn(data as Today)).toBe(countIn(before) + 2)
    const stored = forms.reduce((sum, each) => sum + each.stored, 0)
    expect(stored).toBe(pastTotal + 2)
    expect(people.reduce((sum, each) => sum + each.stored, 0)).toBe(stored)
    expect(people.find(({ email }) => email.startsWith('first@'))).toMatchObject({
      counts: [0, 0, 0, 0, 0, 0, 1],
      is_silent: false,
    })
    server().clock.advance(3 * 24 * 3_600_000)
    const later = (await (await office())('today')).data as Today
    expect(later.people.map(({ is_silent }) => is_silent)).toEqual([true, true, false])
  })

  test('what waits on a phone, as the phone has said', async () => {
    await (
      await signIn(server())
    )('account', {
      headers: {
        'Transect-Device': 'version=1.0.8; waiting=3; oldest=2026-11-19T08:00:00.000Z; free=5000',
      },
    })
    const { data } = await (await office())('people')
    const asha = (data as readonly Person[]).find(({ email }) => email.startsWith('asha@'))
    expect(asha).toMatchObject({
      name: 'Asha Verma',
      submissions: pastTotal,
      app_version: '1.0.8',
      waiting: 3,
      oldest_waiting_at: '2026-11-19T08:00:00.000Z',
      free_bytes: 5000,
    })
    expect((data as readonly Person[]).map(({ is_active }) => is_active)).toEqual([
      true,
      true,
      false,
    ])
  })

  test('the forms with their states and numbers', async () => {
    await twoGroups(server())
    const { data } = await (await office())('forms')
    const forms = data as readonly OfficeForm[]
    expect(forms.find(({ id }) => id === form)).toMatchObject({
      state: 'published',
      versions: 1,
      assigned: 3,
    })
    expect(forms.filter(({ state }) => state === 'draft')).toHaveLength(1)
  })

  test('one submission with the answers that were given, and its file', async () => {
    const { asha } = await twoGroups(server())
    const ask = await office()
    const query = `?surveyor=${asha.surveyorId}`
    const detail = (await ask('submission', { id: asha.id, query })).data as SubmissionDetail
    const given = detail.answers.map(({ field_id, values }) => [field_id.split('.')[1], values])
    expect(given).toEqual([
      ['head_name', ['Meera Jadeja']],
      ['needs', ['Food', 'Work']],
      ['house_photo', ['a.png']],
    ])
    expect(detail.answers[0]?.label).not.toContain('head_name')
    const file = await ask('file', { id: asha.fileId })
    expect([file.status, file.headers.get('Content-Type')]).toEqual([200, 'image/png'])
    expect(file.headers.get('Cross-Origin-Resource-Policy')).toBe('same-origin')
    for (const id of ['x', asha.id]) expect((await ask('file', { id })).status).toBe(404)
  })
})
