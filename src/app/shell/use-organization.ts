import { useEffect, useState } from 'react'
import { currentOrganization, logoBlob } from '../../../collections/schemas/organization.ts'
import { config } from '../../config.ts'
import { useWorkspace } from '../../context.tsx'
import { useLiveDoc } from '../../lib/hooks/use-live.ts'
import { useObjectUrl } from '../../lib/hooks/use-object-url.ts'
import { useSessionUser } from './use-session-user.ts'

/**
 * The organization's name and the address of its logo, as stored on the device; the product's own while none is stored
 * (1.4). Until that is read, the name is that of the session.
 */
export const useOrganization = (): { readonly name: string; readonly logo: string } => {
  const { db } = useWorkspace()
  const organization = useLiveDoc(db, 'organization', currentOrganization)
  const known = useSessionUser()
  const name = organization === undefined ? known?.organization_name : organization?.name
  const logo = organization?.getAttachment(logoBlob) ?? null
  const digest = logo?.digest ?? ''
  const [blob, setBlob] = useState<Blob | null>(null)

  useEffect(() => {
    let isCurrent = true
    const read = async () => {
      const bytes = (await logo?.getData()) ?? null
      if (isCurrent) setBlob(bytes)
    }
    // The database closes if the surveyor signs out meanwhile.
    read().catch(() => {})
    return () => {
      isCurrent = false
    }
    // Depends on the digest, because the document is a new object at every change.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [digest])

  return {
    name: name || config.appName,
    logo: useObjectUrl(blob) ?? config.defaultLogo,
  }
}
