import { createToaster } from '../../src/ui/toast.tsx'

/** The toaster of the gallery, with the texts and times of the spec. */
export const toaster = createToaster({
  nowMs: () => Date.now(),
  rules: {
    repeatMs: 5_000,
    slowRepeatMs: 30_000,
    slowTexts: ['timeout', '8000ms'],
    forgetMs: 15_000,
    sharedTexts: ['Network Error'],
  },
  staysMs: { info: 3_000, success: 3_000, warning: 4_000, error: 5_000 },
  actionStaysMs: 10_000,
  areErrorsHidden: () => false,
  promiseWords: { pending: 'Processing...', success: 'Success!', error: 'Something went wrong.' },
})
