import { expect } from 'playwright/test'
import { test } from '../fixtures.ts'
import { interviewArrives } from './interview-arrives.ts'
import { askOurServer } from '../our-backend.ts'
import { email, password } from '../server.ts'

test('an interview typed offline arrives completely, once, and automatically', async ({
  phone,
  server,
}) => {
  await interviewArrives({ phone, clientUrl: server.url, backend: await askOurServer(server) })
})

test('a row that was answered with 201 survives the death of the server', async ({ server }) => {
  const api = await server.surveyor()
  const forms = (await (await api('/surveyor/forms?page=1&limit=100')).json()) as {
    data: { id: string; status: string }[]
  }
  const login = await fetch(`${server.url}/api/surveyor/auth/login`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ email, password }),
  })
  const { data } = (await login.json()) as { data: { access_token: string } }
  const created = await fetch(`${server.url}/api/surveyor/form-submissions`, {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      Authorization: `Bearer ${data.access_token}`,
    },
    body: JSON.stringify({
      form_id: forms.data.find(({ status }) => status !== 'draft')?.id,
      latitude: null,
      longitude: null,
      answers: [],
      created_at: new Date().toISOString(),
    }),
  })
  expect(created.status).toBe(201)
  const { data: row } = (await created.json()) as { data: { id: string } }
  await server.kill()
  await server.restart()
  expect((await api(`/surveyor/form-submissions/${row.id}`)).status).toBe(200)
})
