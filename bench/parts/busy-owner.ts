import type { Bench } from '../bench.ts';
import { wireRequest } from '../load/generator.ts';
import { printSummaries, printTarget, printTitle, times } from '../report.ts';
import { measureInRounds } from '../rounds.ts';
import { headersOf, type Owner, type Product } from '../sides.ts';
import { listRequests } from './list.ts';

/** As many as an owner may have. */
const parties = 10_000;
const partiesOfOneDog = 200;
const attackers = 16;
const listConnections = 4;
const lead = 500;

/** Measures what one owner, who keeps changing all of 10,000 parties 16 times at once, does to the lists of others. */
export async function measureBusyOwner({ generator, secondGenerator, product, rounds }: Bench): Promise<void> {
  const side = await product();
  const [first, busy, ...others] = side.owners;
  if (!busy) throw new Error('there is only one owner');
  await planParties(side, busy);
  const list = {
    url: side.url,
    requests: listRequests({ ...side, owners: [first, ...others] }),
    connections: listConnections,
    status: 200,
  };
  const change = wireRequest({
    url: side.url,
    method: 'PATCH',
    path: `/rest/v1/birthday_celebrations?user_id=eq.${busy.id}`,
    headers: headersOf(busy, side.key),
    body: JSON.stringify({ location: 'In the garden' }),
  });
  const milliseconds = 3000;
  const measures = [
    { name: 'list alone', run: () => generator.run({ ...list, milliseconds }) },
    {
      name: `list, ${attackers} loops of a change`,
      run: async () => {
        // Some changes are given up, because they wait too long for one another or are too many.
        const flood = { url: side.url, requests: [change], connections: attackers, status: [204, 429, 503] };
        const flooding = secondGenerator.run({ ...flood, milliseconds: milliseconds + 2 * lead });
        await new Promise((resolve) => setTimeout(resolve, lead));
        const result = await generator.run({ ...list, milliseconds });
        await flooding;
        return result;
      },
    },
  ];
  const summaries = await measureInRounds(measures, { rounds });
  printTitle(
    `List of 20 dogs while another owner changes ${parties} parties without pause, ${listConnections} connections`,
  );
  printSummaries(summaries);
  const [quiet, beside] = summaries;
  const ratio = (beside?.p99 ?? Number.NaN) / quiet.p99;
  printTarget('p99 at most 3.00 × its p99 alone', ratio <= 3, times(ratio));
}

async function planParties({ sql }: Product, { id }: Owner): Promise<void> {
  await sql.unsafe(`
    with dogs as (
      insert into public.dogs (user_id, name, size, birth_date)
      select '${id}', 'Dog ' || number, 'medium', '2020-02-29' from generate_series(1, ${parties / partiesOfOneDog}) as number
      returning id
    )
    insert into public.birthday_celebrations (user_id, dog_id, title, celebration_date)
    select '${id}', id, 'Party ' || number, '2030-02-28' from dogs, generate_series(1, ${partiesOfOneDog}) as number`);
}
