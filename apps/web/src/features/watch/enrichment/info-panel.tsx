import type { EnrichmentInfo } from '@butaca/contract';
import { classes, Skeleton } from '@butaca/ui';
import { useQuery } from '@tanstack/react-query';
import { infoQuery, type WatchedItem } from './enrichment.queries.ts';
import { readFacts, type Fact } from './info-facts.ts';
import { PanelTabs } from './panel-tabs.tsx';
import { GeneratedLabel, Panel } from './panel.tsx';

interface InfoPanelProps {
  item: WatchedItem;
  takesFocus: boolean;
}

/**
 * The information panel of the watch page: facts about the film, series or channel, in three tabs.
 *
 * @see docs/requisitos.md, R2.31 and R3.19
 */
export function InfoPanel({ item, takesFocus }: InfoPanelProps) {
  const query = useQuery(infoQuery(item));
  return (
    <Panel
      title="Información adicional"
      hidesTitle
      className="info"
      takesFocus={takesFocus}
      query={query}
      failure="Error cargando información adicional"
      waiting="Cargando información adicional..."
      skeleton={<Waiting />}
    >
      {(info) => <InfoTabs info={info} />}
    </Panel>
  );
}

function InfoTabs({ info }: { info: EnrichmentInfo }) {
  const { general, trivia, production } = readFacts(info);
  const { generalHeading, ofDecade } = info;
  const heading = generalHeading === undefined ? null : <About>{generalHeading}</About>;
  return (
    <PanelTabs
      label="Información adicional"
      note={<GeneratedLabel source={info.source} />}
      tabs={[
        {
          key: 'info',
          label: 'Información',
          isEmpty: general.length === 0,
          content: (
            <>
              {general.length === 0 ? null : heading}
              <Facts facts={general} none="Todavía no hay más información." />
            </>
          ),
        },
        {
          key: 'trivia',
          label: 'Curiosidades',
          isEmpty: trivia.length === 0 && ofDecade === undefined,
          content: (
            <>
              {trivia.length === 0 ? null : heading}
              <Trivia trivia={trivia} />
              {ofDecade && <OfDecade heading={ofDecade.heading} text={ofDecade.trivia} />}
            </>
          ),
        },
        {
          key: 'production',
          label: 'Producción',
          isEmpty: production.length === 0 && ofDecade === undefined,
          content: (
            <>
              <Facts facts={production} none="Todavía no hay datos de producción." />
              {ofDecade && <OfDecade heading={ofDecade.heading} text={ofDecade.production} />}
            </>
          ),
        },
      ]}
    />
  );
}

/** The heading of statements that are not about the title itself but about its genre or decade. */
function About({ children }: { children: string }) {
  return <h3 className="panel__about">{children}</h3>;
}

/** A general statement about the decade of the title, below what is known of the title itself. */
function OfDecade({ heading, text }: { heading: string; text: string }) {
  return (
    <>
      <About>{heading}</About>
      <Trivia trivia={[text]} />
    </>
  );
}

function Facts({ facts, none }: { facts: readonly Fact[]; none: string }) {
  if (facts.length === 0) return <p className="panel__none">{none}</p>;
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
  if (trivia.length === 0) return <p className="panel__none">Todavía no hay curiosidades.</p>;
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
