import type * as english from '../../interview/drawing.ts'

export const drawing: typeof english.drawing = {
  sign: 'توقيع',
  signAgain: 'إعادة التوقيع',
  sketch: 'رسم',
  sketchAgain: 'إعادة الرسم',
  annotate: 'الرسم على الصورة',
  photo: 'صورة للرسم عليها',
  undo: 'تراجع عن آخر خط',
  typeName: 'أو اكتب الاسم',
  emptySheet: 'ورقة فارغة للرسم',
  sheet: 'ورقة عليها رسم',
  discardTitle: 'تجاهل الرسم؟',
  discardMessage: 'لم يُرفق بالسؤال بعد. زر «تم» يرفقه.',
  discard: 'نعم، تجاهل',
  notHere: 'ما يلزم للرسم غير موجود على هذا الجهاز بعد. اتصل بالإنترنت وأعد المحاولة.',
}
