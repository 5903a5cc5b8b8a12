import { test } from 'playwright/test'
import type { BareOptions } from '../../server/bare-server.ts'
import { startBareHttp, type BareHttp } from '../bare-http.ts'
import { createPhone } from '../device.ts'
import { interviewArrives, type Backend } from '../sync/interview-arrives.ts'
import { askOurServer, fieldsOf, type PublishedForm } from '../our-backend.ts'
import { freePort, startServer } from '../server.ts'

/** Two of the demo's forms with numbers as ids, as on many servers. */
let forms: readonly (Omit<PublishedForm, 'id'> & { readonly id: number })[] = []

test.beforeAll(async () => {
  const server = await startServer()
  const { readForm } = await askOurServer(server)
  const definitions = [
    await readForm('Household Profile'),
    await readForm('Child Nutrition Screening'),
  ]
  forms = definitions.map((form, index) => ({ ...form, id: 41 + index }))
  await server.stop()
})

/** Reads the bare server's state directly. */
const askBareServer = ({ bare }: BareHttp): Backend => ({
  form: { id: '41', fields: forms.slice(0, 1).flatMap(form => fieldsOf({ ...form, id: '41' })) },
  formCount: forms.length,
  rows: () =>
    Promise.resolve(
      bare.rows().map(row => ({
        id: String(row.id),
        latitude: row.latitude,
        values: new Map(row.answers.map(({ form_field_id, value }) => [form_field_id, value])),
        files: async fieldId => {
          const named = row.files.filter(file => file.fieldId === fieldId)
          const bytes = await Promise.all(named.map(({ name }) => bare.fileBytes(row.id, name)))
          return bytes.flatMap(entry => entry ?? [])
        },
      })),
    ),
})

/** The journey with the client of one server and the API of another. */
const withOtherApi = async (
  apiUrl: string,
  backend: Backend,
  port: number | undefined = undefined,
): Promise<void> => {
  // The page's policy names the API's origin. The client's server is used for nothing else.
  const client = await startServer({
    ...(port === undefined ? {} : { port }),
    environment: { VITE_API_URL: apiUrl, DEMO: '0' },
  })
  const phone = await createPhone([client.url, apiUrl], { api: apiUrl })
  try {
    await interviewArrives({ phone, clientUrl: client.url, apiUrl, backend })
  } finally {
    await phone.remove()
    await client.stop()
  }
}

const shapes: readonly Pick<BareOptions, 'envelope' | 'tokenAt'>[] = [
  { envelope: 'data', tokenAt: 'data' },
  { envelope: 'paginator', tokenAt: 'top' },
]
for (const shape of shapes) {
  test(`a server with only the spec's calls is enough: ${shape.envelope}`, async () => {
    const http = await startBareHttp({ ...shape, forms })
    try {
      await withOtherApi(http.url, askBareServer(http))
    } finally {
      await http.stop()
    }
  })
}

test('our own API serves an app of another origin', async () => {
  const port = await freePort()
  const api = await startServer({
    environment: { ALLOWED_ORIGINS: `http://127.0.0.1:${port}` },
  })
  try {
    await withOtherApi(api.url, await askOurServer(api), port)
  } finally {
    await api.stop()
  }
})
