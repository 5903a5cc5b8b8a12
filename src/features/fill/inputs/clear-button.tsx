import type { ReactNode } from 'react'
import { inputs } from '../../../messages/interview/fill.ts'
import { Button } from '../../../ui/actions/button.tsx'
import { keepFocus } from '../questions/scroll-place.ts'

interface LeavingButtonProps {
  readonly onPress: () => void
  readonly children: ReactNode
}

/** A quiet button that its own press takes out of its question. */
export function LeavingButton({ onPress, children }: LeavingButtonProps) {
  return (
    <Button
      variant="quiet"
      size="s"
      onClick={({ currentTarget }) => keepFocus(currentTarget, onPress)}
    >
      {children}
    </Button>
  )
}

/** Clears an answer. */
export function ClearButton({ onClear }: { readonly onClear: () => void }) {
  return <LeavingButton onPress={onClear}>{inputs.clear}</LeavingButton>
}
