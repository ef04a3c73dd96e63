import { classes, Skeleton } from '@butaca/ui';
import { useQuery } from '@tanstack/react-query';
import { ChevronDown } from 'lucide-react';
import { useId, useState, type ReactNode } from 'react';
import { infoQuery, type WatchedItem } from './enrichment.queries.ts';
import { readFacts, type Fact, type InfoFacts } from './info-facts.ts';
import { PanelTabs, type PanelTab } from './panel-tabs.tsx';
import { GeneratedLabel, Panel } from './panel.tsx';

interface InfoPanelProps {
  item: WatchedItem;
  takesFocus: boolean;
}

/**
 * The information panel of the watch page: facts about the film, series or channel, in three tabs, of which only those
 * with a fact are shown. Where nothing is known of a title, the panel is one line that opens general statements about
 * its genre and decade, and nothing where there are none either.
 *
 * @see docs/requisitos.md, R2.31 and R3.19
 */
export function InfoPanel({ item, takesFocus }: InfoPanelProps) {
  const query = useQuery(infoQuery(item));
  const facts = query.data && readFacts(query.data);
  const tabs = facts === undefined ? [] : listTabs(facts);
  if (facts !== undefined && tabs.length === 0 && facts.statements.length === 0) return null;
  return (
    <Panel
      title="Información adicional"
      hidesTitle
      className={facts?.isBare === true ? 'info info--bare' : 'info'}
      takesFocus={takesFocus}
      query={query}
      failure="Error cargando información adicional"
      waiting="Cargando información adicional..."
      skeleton={<Waiting />}
    >
      {({ source }) => (
        <>
          {facts?.isBare === true ? null : <Tabs tabs={tabs} note={<GeneratedLabel source={source} />} />}
          {facts === undefined ? null : <General facts={facts} />}
        </>
      )}
    </Panel>
  );
}

/** The tabs of the information panel that have something to show. */
function listTabs({ general, trivia, production }: InfoFacts): PanelTab[] {
  return [
    ...(general.length === 0
      ? []
      : [{ key: 'info', label: 'Información', content: <Facts facts={general} /> }]),
    ...(trivia.length === 0
      ? []
      : [{ key: 'trivia', label: 'Curiosidades', content: <Trivia trivia={trivia} /> }]),
    ...(production.length === 0
      ? []
      : [{ key: 'production', label: 'Producción', content: <Facts facts={production} /> }]),
  ];
}

/** The tabs; a single one needs no strip. */
function Tabs({ tabs, note }: { tabs: readonly PanelTab[]; note: ReactNode }) {
  const [first] = tabs;
  if (tabs.length === 1 && first !== undefined) {
    return (
      <div className="panel__body">
        {note}
        {first.content}
      </div>
    );
  }
  return <PanelTabs label="Información adicional" note={note} tabs={tabs} />;
}

/** One line with what the general statements are about, which opens them. */
function General({ facts: { statements, isBare, production } }: { facts: InfoFacts }) {
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  if (statements.length === 0) return null;
  return (
    <div className="general">
      <button
        type="button"
        className="general__line"
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpen(!isOpen)}
      >
        {statements.map(({ heading }) => heading).join(' · ')}
        <ChevronDown className="ico" aria-hidden />
      </button>
      <div id={id} className="general__texts" hidden={!isOpen}>
        {isBare && production.length > 0 ? <Facts facts={production} /> : null}
        {statements.map(({ heading, texts }) => (
          <section key={heading}>
            <h3 className="panel__about">{heading}</h3>
            <Trivia trivia={texts} />
          </section>
        ))}
      </div>
    </div>
  );
}

function Facts({ facts }: { facts: readonly Fact[] }) {
  return (
    <dl className="facts">
      {facts.map(({ label, text, isWide }) => (
        <div key={label} className={classes(isWide && 'facts__wide')}>
          <dt>{label}</dt>
          <dd>{text}</dd>
        </div>
      ))}
    </dl>
  );
}

function Trivia({ trivia }: { trivia: readonly string[] }) {
  return (
    <ul className="trivia">
      {trivia.map((text) => (
        <li key={text}>{text}</li>
      ))}
    </ul>
  );
}

/** The loading state of the information panel: skeletons of the tab strip and of five facts. */
function Waiting() {
  return (
    <div aria-hidden>
      <div className="panel__strip panel__strip--waiting">
        <Skeleton shape="line" width="5.5rem" />
        <Skeleton shape="line" width="6rem" />
        <Skeleton shape="line" width="5.5rem" />
      </div>
      <div className="panel__body facts">
        {['9rem', '14rem', '16rem', '11rem'].map((width) => (
          <div key={width} className="facts__waiting">
            <Skeleton shape="line" width="4rem" />
            <Skeleton shape="line" width={width} />
          </div>
        ))}
        <div className="facts__waiting facts__wide">
          <Skeleton shape="line" width="5.5rem" />
          <Skeleton shape="line" width="86%" />
        </div>
      </div>
    </div>
  );
}
