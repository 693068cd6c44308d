import type { LanguageTexts } from './language.ts';

export const german: LanguageTexts = {
  quote: (text) => `In der Datei steht: „${text}“ Mehr nicht.`,
  names: [
    'Ahornhaus',
    'Birkenhof',
    'Zedernmühle',
    'Dorfhalle',
    'Erlenstift',
    'Fichtenturm',
    'Gartenende',
    'Haselwerk',
    'Irispark',
    'Jägerzeile',
    'Kranichhof',
    'Lindentor',
  ],
  values: [
    'am Montag',
    'am Dienstag',
    'am Donnerstag',
    'am Samstag',
    'im März',
    'im April',
    'im August',
    'im Oktober',
    'alle sechs Wochen',
    'zweimal im Jahr',
  ],
  people: [
    'Mara Voss',
    'Tom Krämer',
    'Lena Brandt',
    'Amir Haddad',
    'Julia Stein',
    'Pavel Novak',
    'Rosa Lindner',
    'Ben Schäfer',
  ],
  facts: [
    {
      text: 'Die Heizungsanlage im {name} wird {value} von {person} gewartet, wo auch der Kellerschlüssel liegt.',
      questions: ['Wann wird die Heizung im {name} gewartet?', 'Wer wartet die Heizungen im {name}?'],
    },
    {
      text: 'Die Kündigungsfrist im {name} beträgt {number} Wochen, und die Kündigung geht schriftlich an {person}.',
      questions: [
        'Mit welcher Frist kann ich im {name} kündigen?',
        'An wen schicke ich die Kündigung meiner Wohnung im {name}?',
      ],
    },
    {
      text: 'Der Jahresbeitrag der Gebäudeversicherung für das {name} liegt bei {number} Euro und ist {value} fällig.',
      questions: [
        'Wie hoch ist der Jahresbeitrag zur Versicherung für das {name}?',
        'Wann ist der Beitrag zur Gebäudeversicherung des {name} fällig?',
      ],
    },
    {
      text: 'Fahrräder stehen im {name} hinter Tor {number}, und {person} verteilt die Schlösser.',
      questions: [
        'Hinter welchem Tor kann ich mein Fahrrad am {name} abstellen?',
        'Wer verteilt im {name} ein Schloss für mein Fahrrad?',
      ],
    },
    {
      text: 'Der Aufzug im {name} trägt höchstens {number} Kilogramm und wird {value} geprüft.',
      questions: [
        'Wie viel Gewicht trägt der Aufzug im {name}?',
        'Wann ist die Prüfung des Aufzugs im {name}?',
      ],
    },
    {
      text: 'Der Restmüll des {name} wird {value} abgeholt; Sperrmüll meldet man bei {person} an.',
      questions: [
        'Wann holen sie im {name} den Restmüll ab?',
        'Bei wem melde ich Sperrmüll aus dem {name} an?',
      ],
    },
    {
      text: 'Für den Anstrich des Treppenhauses im {name} bewilligten die Eigentümer {number} Euro und beauftragten {person}.',
      questions: [
        'Wie viel haben die Eigentümer des {name} für das Streichen des Treppenhauses bewilligt?',
        'Wer hat den Auftrag für das Treppenhaus im {name}?',
      ],
    },
    {
      text: 'Hunde sind im {name} erlaubt, wenn {person} zustimmt und sie weniger als {number} Kilogramm wiegen.',
      questions: ['Darf ich im {name} einen Hund halten?', 'Wie schwer darf ein Hund im {name} sein?'],
    },
  ],
  filler: [
    'Die Bewohner des {name} trafen sich erneut und sprachen ohne Beschluss über {thing}.',
    'Ein Brief über {thing} kam zu spät und wanderte ins Archiv.',
    'Niemand wusste mehr, wer {thing} bestellt hatte, also wurde das Thema vertagt.',
    '{person} schrieb einen langen Bericht, den der Ausschuss mit Interesse las.',
    'Es war kalt, und der Weg zum {name} musste vom Schnee befreit werden.',
    'Einige Nachbarn wünschten mehr Licht am Eingang, andere weniger Lärm.',
    'Ein altes Foto des {name} zeigt den Garten, wie er vor hundert Jahren war.',
    'Das Protokoll wurde genehmigt und die nächste Sitzung für den folgenden Monat geplant.',
  ],
  things: [
    'die Heizung',
    'die Versicherung',
    'den Aufzug',
    'den Müll',
    'das Treppenhaus',
    'das Dach',
    'den Gartenzaun',
    'die Waschküche',
    'die Kündigung',
  ],
};
