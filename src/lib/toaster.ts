import { createContext, useContext } from 'react'
import type { Toaster } from '../ui/toasts/toast-rules.ts'

/** The context of the toaster. */
export const ToasterContext = createContext<Toaster | null>(null)

/** Short messages at the top of the page; stable between renders. */
export const useToaster = (): Toaster => {
  const toaster = useContext(ToasterContext)
  if (toaster === null) throw new Error('useToaster needs a ToasterContext above it.')
  return toaster
}
