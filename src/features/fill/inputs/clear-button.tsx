import { inputs } from '../../../messages/interview/fill.ts'
import { Button } from '../../../ui/actions/button.tsx'
import { keepFocus } from '../questions/scroll-place.ts'

/** Clears an answer, and leaves the page with it. */
export function ClearButton({ onClear }: { readonly onClear: () => void }) {
  return (
    <Button
      variant="quiet"
      size="s"
      onClick={({ currentTarget }) => keepFocus(currentTarget, onClear)}
    >
      {inputs.clear}
    </Button>
  )
}
