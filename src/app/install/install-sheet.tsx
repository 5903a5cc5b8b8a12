import { common } from '../../messages/app/common.ts'
import { install as words } from '../../messages/app/installed.ts'
import { Button } from '../../ui/actions/button.tsx'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import { AddToHomeIcon, CheckIcon, ShareIcon } from '../../ui/icon.tsx'
import styles from './install.module.css'

const steps = [
  { Icon: ShareIcon, name: 'share' },
  { Icon: AddToHomeIcon, name: 'add' },
  { Icon: CheckIcon, name: 'confirm' },
] as const

/** Explains how to install the app by hand, on iPhone and iPad, where the browser has no prompt. */
export function InstallSheet({ open, onClose }: { open: boolean; onClose: () => void }) {
  return (
    <Dialog
      open={open}
      title={words.sheetTitle}
      onClose={onClose}
      closeLabel={common.close}
      actions={<Button onClick={onClose}>{words.done}</Button>}
    >
      <p>{words.sheetIntro}</p>
      <ol className={styles.steps}>
        {steps.map(({ Icon, name }) => (
          <li key={name} className={styles.step}>
            <span className={styles.stepIcon}>
              <Icon />
            </span>
            {words.steps[name]}
          </li>
        ))}
      </ol>
      <p className={styles.message}>{words.sheetWhy}</p>
      <p className={styles.message}>{words.sheetSync}</p>
    </Dialog>
  )
}
