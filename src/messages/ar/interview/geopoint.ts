import type * as english from '../../interview/geopoint.ts'
import { points } from '../plural.ts'

export const geopoint: typeof english.geopoint = {
  record: 'تسجيل الموقع',
  again: 'التسجيل من جديد',
  stop: 'الاحتفاظ بهذا الموقع',
  reading: 'جارٍ البحث عن الموقع…',
  improving: 'تزداد الدقة…',
  inaccurate: metres =>
    `الدقة أقل من ${metres} م التي يطلبها هذا الاستبيان. سجّل من جديد في مكان مفتوح.`,
  within: metres => `بدقة ${metres} م`,
  points,
  metres: metres => `${metres} م`,
  kilometres: kilometres => `${kilometres} كم`,
  squareMetres: metres => `${metres} م²`,
  hectares: hectares => `${hectares} هكتار`,
  squareKilometres: kilometres => `${kilometres} كم²`,
  around: length => `المحيط ${length}`,
  type: 'كتابة الإحداثيات',
  measure: 'استخدام الجهاز بدلًا من ذلك',
  failed: {
    denied: 'لا يُسمح للتطبيق بقراءة الموقع. اسمح له بذلك في إعدادات المتصفح، أو اكتب الإحداثيات.',
    unavailable: 'لا يعرف الجهاز موقعه. حاول من جديد في مكان مفتوح، أو اكتب الإحداثيات.',
    timeout: 'لم يُعثر على الموقع في الوقت المناسب. حاول من جديد في مكان مفتوح، أو اكتب الإحداثيات.',
  },
}
