import { useEffect, useState } from 'react'
import { formFile } from '../../../../collections/writes/write-forms.ts'
import { parsePicture } from '../../../../replication/wire/form-files.ts'
import { useWorkspace } from '../../../context.tsx'
import { useFill } from '../fill-context.tsx'
import styles from './form-picture.module.css'

/** The address of a picture's own bytes; null for anything else. */
const addressOf = (contents: string | null): string | null => {
  if (contents === null) return null
  const picture = parsePicture(JSON.parse(contents))
  return picture === null ? null : `data:${picture.type};base64,${picture.base64}`
}

/** A picture of the form, from the device. Its words are next to it, so it has none of its own. */
export function FormPicture({ fileId }: { readonly fileId: string }) {
  const { db } = useWorkspace()
  const { interview } = useFill()
  const { id } = interview.form
  const [address, setAddress] = useState<string | null>(null)
  useEffect(() => {
    let isHere = true
    formFile(db, id, fileId).then(
      contents => isHere && setAddress(addressOf(contents)),
      () => undefined,
    )
    return () => {
      isHere = false
    }
  }, [db, id, fileId])
  return address === null ? null : <img className={styles.picture} src={address} alt="" />
}
