import type { LanguageTexts } from './language.ts';

export const spanish: LanguageTexts = {
  quote: (text) => `El archivo dice: «${text}» Nada más.`,
  names: [
    'Casa Aliso',
    'Patio Abedul',
    'Molino Cedro',
    'Sala Dorada',
    'Villa Olmo',
    'Torre Helecho',
    'Fin del Bosque',
    'Taller Avellano',
    'Parque Iris',
    'Calle Enebro',
    'Patio Cernícalo',
    'Puerta del Tilo',
  ],
  values: [
    'los lunes',
    'los martes',
    'los jueves',
    'los sábados',
    'en marzo',
    'en abril',
    'en agosto',
    'en octubre',
    'cada seis semanas',
    'dos veces al año',
  ],
  people: [
    'Mara Vega',
    'Tomás Ortiz',
    'Elena Bravo',
    'Amir Haddad',
    'Julia Roca',
    'Pablo Nieto',
    'Rosa Linares',
    'Benito Cano',
  ],
  facts: [
    {
      text: 'La caldera de {name} se revisa {value} y de ello se encarga {person}, que guarda la llave del sótano.',
      questions: [
        '¿Cuándo se hace la revisión de la caldera en {name}?',
        '¿Quién se ocupa de la caldera de {name}?',
      ],
    },
    {
      text: 'Los inquilinos de {name} pueden rescindir el contrato con {number} semanas de preaviso, por escrito a {person}.',
      questions: [
        '¿Con cuántas semanas de preaviso se rescinde un contrato en {name}?',
        '¿A quién escribo para rescindir mi contrato de inquilino en {name}?',
      ],
    },
    {
      text: 'La prima anual del seguro de {name} asciende a {number} euros y se paga {value}.',
      questions: [
        '¿Cuánto cuesta el seguro de {name} al año?',
        '¿Cuándo hay que pagar la prima del seguro de {name}?',
      ],
    },
    {
      text: 'Las bicicletas de {name} se guardan tras el portón {number}, y {person} reparte los candados.',
      questions: [
        '¿Dónde puedo guardar mi bicicleta en {name}?',
        '¿Quién me da un candado para la bici en {name}?',
      ],
    },
    {
      text: 'El ascensor de {name} admite como máximo {number} kilogramos y se inspecciona {value}.',
      questions: [
        '¿Qué peso admite el ascensor de {name}?',
        '¿Cuándo es la inspección del ascensor en {name}?',
      ],
    },
    {
      text: 'La basura de {name} se recoge {value}; los muebles viejos se anuncian a {person}.',
      questions: ['¿Qué día recogen la basura en {name}?', '¿A quién aviso por un mueble viejo en {name}?'],
    },
    {
      text: 'Para pintar la escalera de {name}, los propietarios aprobaron {number} euros y contrataron a {person}.',
      questions: [
        '¿Cuánto aprobaron los propietarios de {name} para la pintura de la escalera?',
        '¿A quién contrataron para pintar las escaleras de {name}?',
      ],
    },
    {
      text: 'Se admiten perros en {name} si {person} está de acuerdo y pesan menos de {number} kilogramos.',
      questions: ['¿Puedo tener un perro en {name}?', '¿Cuánto puede pesar un perro en {name}?'],
    },
  ],
  filler: [
    'Los vecinos de {name} volvieron a reunirse y hablaron de {thing} sin tomar una decisión.',
    'Una carta sobre {thing} llegó tarde y acabó en el archivo.',
    'Nadie recordaba quién había pedido {thing}, así que el asunto se aplazó.',
    '{person} escribió un largo informe, que la comisión leyó con interés.',
    'Hacía frío, y hubo que quitar la nieve del camino a {name}.',
    'Unos pedían más luz en la entrada, y otros menos ruido.',
    'Una foto antigua de {name} muestra el jardín como era hace cien años.',
    'Se aprobó el acta y la siguiente reunión quedó fijada para el mes próximo.',
  ],
  things: [
    'la caldera',
    'el seguro',
    'el ascensor',
    'la basura',
    'la escalera',
    'el tejado',
    'la valla',
    'el lavadero',
    'el contrato',
  ],
};
