import { useState } from 'react'
import { writeSetting } from '../../../collections/writes/write-settings.ts'
import { useWorkspace } from '../../context.tsx'
import { asciiDigits } from '../../lib/ascii-digits.ts'
import { useStoredSetting } from '../../lib/hooks/use-live.ts'
import { settings as words } from '../../messages/account/settings.ts'
import { numberText } from '../../messages/locale.ts'
import { TargetIcon } from '../../ui/icon.tsx'
import { TextField } from '../../ui/inputs/text-field.tsx'
import { Fold, FoldBody } from '../../ui/pages/fold.tsx'

/** How many interviews per day the surveyor aims for; the dashboard shows the progress. */
export function TargetSection() {
  const { db } = useWorkspace()
  const target = useStoredSetting(db, 'dayTarget')
  return (
    <Fold
      icon={<TargetIcon />}
      title={words.targetTitle}
      detail={target !== null && target > 0 && words.targetOf(numberText(target))}
    >
      <FoldBody>
        <TargetField target={target} />
      </FoldBody>
    </Fold>
  )
}

/** More digits are a typing error. */
const mostDigits = 3

/** The field is there, empty, before the target (null) is read, so that what is below does not move. */
function TargetField({ target }: { target: number | null }) {
  const { db } = useWorkspace()
  const [typed, setTyped] = useState<string | null>(null)
  return (
    <TextField
      label={words.target}
      help={words.targetHelp}
      inputMode="numeric"
      autoComplete="off"
      value={typed ?? (target === null || target === 0 ? '' : String(target))}
      onChange={({ target: { value } }) => {
        const digits = asciiDigits(value).replaceAll(/\D/g, '').slice(0, mostDigits)
        setTyped(digits)
        void writeSetting(db, 'dayTarget', Number(digits))
      }}
    />
  )
}
