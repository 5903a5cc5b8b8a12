import { useRef, useState } from 'react'
import type { FileUploadDoc } from '../../../../collections/schemas/file-uploads.ts'
import { useApp, useWorkspace } from '../../../context.tsx'
import { FileViewer } from '../../../files/file-viewer.tsx'
import { toShownFile } from '../../../files/shown-files.ts'
import { useKeyed } from '../../../lib/hooks/use-keyed.ts'
import { useToaster } from '../../../lib/toaster.ts'
import { confirmWords } from '../../../messages/app/common.ts'
import { files as text } from '../../../messages/interview/fill.ts'
import { Alert } from '../../../ui/status/alert.tsx'
import { Button } from '../../../ui/actions/button.tsx'
import { Confirm } from '../../../ui/dialogs/confirm.tsx'
import { FieldGroup } from '../../../ui/choices/field-group.tsx'
import { attachFiles } from './attach.ts'
import { compressImage, isLarge } from './compress.ts'
import { useFill } from '../fill-context.tsx'
import type { InputProps } from '../inputs/input-props.ts'
import { limitsOf, limitText } from './file-rules.ts'
import { FileCard } from './file-card.tsx'
import { DrawPicker } from '../drawing/draw-picker.tsx'
import { FilePicker } from './file-picker.tsx'
import { keepFocus } from '../questions/scroll-place.ts'
import { isRecordingPart } from '../recording/recording-parts.ts'
import { RecordPicker } from '../recording/record-picker.tsx'
import { sentElsewhere } from './sent-elsewhere.ts'
import { useLatePicks } from './use-late-picks.ts'
import styles from './files-input.module.css'

/** Only some servers can remove a file that was sent. */
const isSent = (file: FileUploadDoc): boolean => file.sync_status === 'synced'

/** FILE, IMAGE, AUDIO, SIGNATURE and SKETCH: the attached files, and a picker for more. A sketch on paper can be a photo. */
export function FilesInput({ field, id, words }: InputProps) {
  const { env } = useApp()
  const { db, client } = useWorkspace()
  const { interview, fileWork } = useFill()
  // Until the server's answer shows its extensions, it is assumed to have them.
  const canRemoveSent = client.extensions()?.has('remove-files') ?? true
  const toaster = useToaster()
  const stored = useKeyed(interview.files, field.id)
  const attached = stored.filter(file => !isRecordingPart(file))
  const isBusy = useKeyed(fileWork.busy, field.id) > 0
  const unstored = useKeyed(fileWork.unstored, field.id)
  const list = useRef<HTMLUListElement>(null)
  const [viewed, setViewed] = useState<number | null>(null)
  const [leaving, setLeaving] = useState<FileUploadDoc | null>(null)

  const pick = async (picked: readonly File[]) => {
    const parts = { db, env, compress: compressImage }
    const result = await fileWork.run(field.id, () => attachFiles(parts, interview, field, picked))
    result.said.forEach(problem => toaster.error(problem))
    const others = fileWork.unstored.get(field.id).filter(file => !picked.includes(file))
    fileWork.setUnstored(field.id, [...others, ...result.unstored])
  }
  const choose = useLatePicks(field, picked => void pick(picked))
  const remove = async (file: FileUploadDoc) => {
    const question = list.current?.closest('[data-field]') ?? null
    const close = () => setLeaving(null)
    try {
      await interview.removeFile(field, file)
      if (question === null) close()
      else keepFocus(question, close)
    } catch {
      toaster.error(text.notRemoved(file.file_name))
      close()
    }
  }

  const sent = sentElsewhere(interview, field, attached.length)
  const isPhoto = limitsOf(field).arePhotos
  const limit = limitText(field)
  const isDrawn = field.type === 'SIGNATURE' || field.type === 'SKETCH'
  const picker = (
    <FilePicker
      kind={field.type === 'AUDIO' ? 'audio' : isPhoto ? 'photo' : 'file'}
      multiple={field.multiple}
      hasFiles={attached.length > 0}
      isBusy={isBusy}
      hint={field.multiple ? text.limitEach(limit) : text.limitOne(limit)}
      isInvalid={Boolean(words.error)}
      onPick={choose}
      onChoosing={fileWork.setChoosing}
    />
  )
  return (
    <FieldGroup {...words} id={id}>
      {attached.length > 0 && (
        <ul ref={list} className={isPhoto ? styles.photos : styles.files}>
          {attached.map((file, at) => (
            <li key={file.id}>
              <FileCard
                file={file}
                isPhoto={isPhoto}
                isPreparing={isBusy && isLarge(file.file_size, field.maxKb)}
                onView={() => setViewed(at)}
                onRemove={canRemoveSent || !isSent(file) ? () => setLeaving(file) : null}
              />
            </li>
          ))}
        </ul>
      )}
      {sent > 0 && <p className={styles.hint}>{text.sentBefore(sent)}</p>}
      {!canRemoveSent && attached.some(isSent) && <p className={styles.hint}>{text.sentHint}</p>}
      {unstored.map(file => (
        <Alert
          key={`${file.name} ${file.lastModified}`}
          kind="warning"
          title={text.unstored(file.name)}
        >
          <p>{text.noRoom(file.name)}</p>
          <Button size="s" variant="secondary" busy={isBusy} onClick={() => void pick([file])}>
            {text.tryAgain}
          </Button>
        </Alert>
      ))}
      {isDrawn && (
        <DrawPicker
          field={field}
          last={attached.at(-1) ?? null}
          isBusy={isBusy}
          onPick={picked => void pick(picked)}
        />
      )}
      {field.type === 'AUDIO' ? (
        <RecordPicker field={field} hasFiles={attached.length > 0} isBusy={isBusy}>
          {picker}
        </RecordPicker>
      ) : (
        field.type !== 'SIGNATURE' && picker
      )}
      {viewed !== null && (
        <FileViewer
          files={attached.map(toShownFile)}
          first={viewed}
          onClose={() => setViewed(null)}
        />
      )}
      <Confirm
        open={leaving !== null}
        type="destructive"
        title={text.removeTitle}
        message={text.removeMessage(leaving?.file_name ?? '')}
        confirmLabel={text.removeConfirm}
        words={confirmWords}
        onConfirm={() => (leaving === null ? undefined : remove(leaving))}
        onCancel={() => setLeaving(null)}
      />
    </FieldGroup>
  )
}
