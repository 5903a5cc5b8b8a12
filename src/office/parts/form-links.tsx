import { useOffice } from '../office-context.tsx'
import { Tabs } from './tabs.tsx'

/** Leads from one part of a form to another. */
export function FormLinks({ id }: { id: string }) {
  const { form } = useOffice().words
  const at = `/forms/${encodeURIComponent(id)}`
  return (
    <Tabs
      label={form.views}
      links={[
        { at, name: form.overview },
        { at: `${at}/data`, name: form.submissions },
      ]}
    />
  )
}
