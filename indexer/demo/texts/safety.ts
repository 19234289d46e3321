import type { Cause } from './kind.ts'

export const SAFETY: Cause = {
  letter: 'M',
  label: 'Public Safety, Disaster Preparedness & Relief',
  kinds: [
    {
      code: 'M20',
      size: 'medium',
      funds: 'gifts',
      traits: ['food', 'clothing'],
      names: [
        '{feature} Storm Response',
        '{county} Disaster Recovery',
        '{state} Long Term Recovery Group',
      ],
      mission:
        'To help the people of {county} get through hurricanes, floods and fires, and to rebuild when the news crews have gone.',
      programs: [
        'Disaster relief: boats, tarps, hot meals and generators reached {2200..17000} households after {hurricane/flood/tornado/wildfire}.',
        'Home rebuilding: {40..420} storm-damaged houses of uninsured owners were gutted, raised and restored.',
        'Neighborhood captains and cooling centers prepare {20..160} blocks for the next emergency.',
      ],
    },
    {
      code: 'M24',
      size: 'small',
      funds: 'government',
      subsection: '04',
      traits: ['bingo'],
      names: [
        '{feature} Volunteer Fire Company',
        '{city} Hose Company',
        '{county} Fire Department Auxiliary',
      ],
      mission: 'To protect life and property in {city}, {state} from fire.',
      programs: [
        'Volunteer firefighters answered {120..1400} alarms with {3..9} engines.',
        'Smoke alarms put up in {150..1300} homes and fire safety taught in every school.',
      ],
    },
    {
      code: 'M23',
      size: 'small',
      funds: 'gifts',
      names: ['{feature} Search and Rescue', '{county} Mountain Rescue', '{state} Search Dogs'],
      mission:
        'To find and bring home lost and injured people in the back country of {state}, free of charge.',
      programs: [
        'Volunteers carried out {30..240} searches and technical rescues by rope, raft and helicopter.',
        'Avalanche and hug-a-tree courses for {400..3600} hikers and children.',
      ],
    },
    {
      code: 'M40',
      size: 'medium',
      funds: 'government',
      names: ['{feature} Safety Council', '{state} Safe Roads', '{founder} Water Safety Fund'],
      mission: 'To prevent injuries on the roads, farms and waters of {state}.',
      programs: [
        'Free swimming and life jacket loan stations at {40..260} lakes and boat ramps.',
        'Rollover bars fitted on {100..900} farm tractors and grain bin rescue tubes for {30..220} fire halls.',
        'Car seats checked and given to {900..7000} families.',
      ],
    },
    {
      code: 'M41',
      size: 'medium',
      funds: 'fees',
      fees: 'Course fees',
      names: [
        '{feature} First Aid Institute',
        '{city} Lifesaving Society',
        '{founder} Ski Patrol Fund',
      ],
      mission: 'To teach first aid so well that bystanders in {county} act in the first minutes.',
      programs: [
        'First aid, CPR and bleeding control for {2500..21000} people a year.',
        'Defibrillators in {60..500} churches, ferries and ball fields, with volunteers sent by phone alert.',
      ],
    },
  ],
}
