import type * as english from '../../interview/drawing.ts'

export const drawing: typeof english.drawing = {
  sign: 'توقيع',
  signAgain: 'إعادة التوقيع',
  sketch: 'رسم',
  sketchAgain: 'إعادة الرسم',
  undo: 'تراجع عن آخر خط',
  typeName: 'أو اكتب الاسم',
  emptySheet: 'ورقة فارغة للرسم',
  sheet: 'ورقة عليها رسم',
}
