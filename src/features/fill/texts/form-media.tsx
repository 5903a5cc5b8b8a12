import { useEffect, useState } from 'react'
import { fromBase64 } from '../../../../collections/storage/base64.ts'
import { formFile } from '../../../../collections/writes/write-forms.ts'
import { parseMedia, type FormMedia } from '../../../../replication/wire/form/files.ts'
import { mediaIn, type Media } from '../../../../replication/wire/form/media.ts'
import { useWorkspace } from '../../../context.tsx'
import { useObjectUrl } from '../../../lib/hooks/use-object-url.ts'
import { useFill } from '../fill-context.tsx'
import styles from './form-media.module.css'

interface LabelMediaProps {
  readonly media: Media
  /** Shows pictures smaller, so that the options of a question fit on a phone. */
  readonly isSmall?: boolean
}

/** The picture, sound and film of a label in the form's language, from the device. */
export function LabelMedia({ media, isSmall = false }: LabelMediaProps) {
  const { interview } = useFill()
  return mediaIn(media, interview.form.language).map(id => (
    <FormFileView key={id} fileId={id} isSmall={isSmall} />
  ))
}

interface FormFileViewProps {
  readonly fileId: string
  readonly isSmall: boolean
}

function FormFileView({ fileId, isSmall }: FormFileViewProps) {
  const { db } = useWorkspace()
  const { interview } = useFill()
  const { id } = interview.form
  const [file, setFile] = useState<FormMedia | null>(null)
  useEffect(() => {
    let isHere = true
    formFile(db, id, fileId).then(
      contents => isHere && setFile(contents === null ? null : parseMedia(JSON.parse(contents))),
      () => undefined,
    )
    return () => {
      isHere = false
    }
  }, [db, id, fileId])
  if (file === null) return null
  // The label's text is next to it, so a picture has no alternative text.
  return file.type.startsWith('image/') ? (
    <img
      className={styles.picture}
      data-small={isSmall}
      src={`data:${file.type};base64,${file.base64}`}
      alt=""
    />
  ) : (
    <Player file={file} />
  )
}

/** A sound or a film with the browser's own controls. */
function Player({ file }: { readonly file: FormMedia }) {
  const [bytes] = useState(() => new Blob([fromBase64(file.base64)], { type: file.type }))
  const url = useObjectUrl(bytes)
  if (url === null) return null
  return file.type.startsWith('audio/') ? (
    // oxlint-disable-next-line jsx-a11y/media-has-caption -- it says what the label next to it says
    <audio className={styles.sound} src={url} controls preload="metadata" />
  ) : (
    // oxlint-disable-next-line jsx-a11y/media-has-caption -- the form has no captions for it
    <video className={styles.film} src={url} controls playsInline preload="metadata" />
  )
}
