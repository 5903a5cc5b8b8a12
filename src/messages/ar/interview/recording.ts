import type * as english from '../../interview/recording.ts'
import { counted } from '../plural.ts'

export const recording: typeof english.recording = {
  record: 'تسجيل صوتي',
  again: 'إعادة التسجيل',
  stop: 'إيقاف التسجيل',
  limit: minutes =>
    `حتى ${counted(minutes, {
      zero: 'أقل من دقيقة',
      one: 'دقيقة واحدة',
      two: 'دقيقتين',
      few: 'دقائق',
      many: 'دقيقة',
    })}`,
  elapsed: (time, longest) => `جارٍ التسجيل: ${time} من ${longest}`,
  add: 'إضافة تسجيل',
  replace: 'استبداله بملف',
  player: name => `تشغيل ${name}`,
  failed: {
    denied:
      'لا يُسمح للتطبيق باستخدام الميكروفون. اسمح به في إعدادات المتصفح، أو أضف تسجيلًا من تطبيق آخر.',
    missing: 'لا يمكن لهذا الجهاز التسجيل هنا. أضف تسجيلًا من تطبيق آخر.',
  },
  noRoom: 'انتهى التسجيل لأنه لم تعد هناك مساحة على هذا الجهاز. ما سُجّل قبل ذلك محفوظ.',
}
