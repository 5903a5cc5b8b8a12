import type { ArrivedRow, Backend } from './sync/interview-arrives.ts'
import type { PublishedField } from './form-filler.ts'
import type { RunningServer } from './server.ts'

/** The head of a form in our server's list. */
interface FormHead {
  readonly id: string
  readonly title: string
  readonly status: string
}

/** A form with its definition, from our server. */
export interface PublishedForm extends FormHead {
  readonly sections: readonly { readonly fields: readonly PublishedField[] }[]
}

interface OurRow {
  readonly id: string
  readonly form_id: string
  readonly latitude: number | null
  readonly answers: readonly {
    readonly form_field_id: string
    readonly value: unknown
    readonly value_json: readonly string[] | null
  }[]
}

/** Our server, called directly as the demo surveyor. */
export interface OurBackend extends Backend {
  readonly forms: readonly FormHead[]
  readonly readForm: (title: string) => Promise<PublishedForm>
  readonly rows: () => Promise<readonly (ArrivedRow & Pick<OurRow, 'form_id'>)[]>
}

/** Signs in to our server and reads its contents. The form is 'Household Profile'. */
export const askOurServer = async (server: RunningServer): Promise<OurBackend> => {
  const api = await server.surveyor()
  const read = async <Data>(path: string): Promise<Data> =>
    ((await (await api(path)).json()) as { data: Data }).data

  const forms = await read<FormHead[]>('/surveyor/forms?page=1&limit=100')
  const readForm = (title: string): Promise<PublishedForm> => {
    const head = forms.find(form => form.title === title)
    if (head === undefined) throw new Error(`There is no form ${title}.`)
    return read(`/surveyor/forms/${head.id}`)
  }
  const readFile = async (url: string): Promise<Uint8Array> => {
    const response = await api(new URL(url, server.url).href)
    return new Uint8Array(await response.arrayBuffer())
  }
  const form = await readForm('Household Profile')
  return {
    forms,
    readForm,
    form: { id: form.id, fields: fieldsOf(form) },
    formCount: forms.length,
    rows: async () => {
      const rows = await read<OurRow[]>('/surveyor/form-submissions?page=1&limit=1000')
      return rows.map(({ id, form_id, latitude, answers }) => ({
        id,
        form_id,
        latitude,
        values: new Map(answers.map(({ form_field_id, value }) => [form_field_id, value])),
        files: fieldId => {
          const answer = answers.find(({ form_field_id }) => form_field_id === fieldId)
          return Promise.all((answer?.value_json ?? []).map(readFile))
        },
      }))
    },
  }
}

/** The fields of a form, in order. */
export const fieldsOf = (form: PublishedForm): readonly PublishedField[] =>
  form.sections.flatMap(({ fields }) => fields)

/** The ids of all rows on the server. */
export const rowIds = async (backend: Pick<OurBackend, 'rows'>): Promise<readonly string[]> =>
  (await backend.rows()).map(({ id }) => id)
