import { markerField, noteField, othersMarker } from '../world/content.ts'
import type { SimServer } from './sim-server.ts'

/** Another surveyor's work, which no event here may affect. */
export const makeOthersRow = async ({
  origin,
  accounts,
  formId,
  fetch,
}: SimServer): Promise<void> => {
  const response = await fetch(
    new Request(`${origin}/api/surveyor/form-submissions`, {
      method: 'POST',
      headers: {
        Authorization: `Bearer ${accounts.ravi.token}`,
        'Content-Type': 'application/json',
      },
      body: JSON.stringify({
        form_id: formId,
        latitude: null,
        longitude: null,
        created_at: new Date(0).toISOString(),
        answers: [markerField, noteField].map(form_field_id => ({
          form_field_id,
          value: othersMarker,
        })),
      }),
    }),
  )
  if (!response.ok) throw new Error(`The other row was not made: ${await response.text()}`)
}
