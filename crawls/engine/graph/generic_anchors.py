"""Anchor texts that fit every target and tell of none, by language."""

from __future__ import annotations

_GENERIC = {
    "en": "click|click here|here|this|this page|this article|this link|link|more|more info"
    "|more information|more details|details|info|read|read more|read on|read this|learn more"
    "|find out more|discover|discover more|see more|see details|show more|view|view more"
    "|view details|view all|see all|show all|continue|continue reading|go|go here|start|next"
    "|previous|back|website|visit website|visit site|page|download|open|article|read article"
    "|read the article|full article|read full article|get started|shop now|buy now",
    "de": "hier|hier klicken|klick|klicken sie hier|klicke hier|mehr|mehr dazu|mehr infos"
    "|mehr erfahren|mehr lesen|mehr informationen|weiter|weiterlesen|weitere informationen"
    "|weitere infos|infos|lesen|jetzt lesen|artikel lesen|zum artikel|zur seite|zum produkt|seite"
    "|diese seite|ansehen|alle ansehen|alle anzeigen|mehr anzeigen|anzeigen|entdecken"
    "|jetzt entdecken|jetzt kaufen|zurück|nächste|vorherige|öffnen|herunterladen|zur website",
    "fr": "ici|cliquez ici|cliquer ici|plus|voir|voir plus|voir tout|lire|lire plus|lire la suite"
    "|lire l'article|en savoir plus|savoir plus|plus d'infos|plus d'informations|suite|la suite"
    "|découvrir|détails|cette page|lien|suivant|précédent|retour|télécharger",
    "es": "aquí|clic aquí|haz clic aquí|haga clic aquí|más|ver|ver más|ver todo|leer|leer más"
    "|seguir leyendo|saber más|más información|más detalles|detalles|descubrir|esta página"
    "|enlace|siguiente|anterior|volver|descargar",
    "it": "qui|clicca qui|clicca|altro|di più|leggi|leggi tutto|leggi di più|continua"
    "|continua a leggere|scopri|scopri di più|vedi|vedi tutto|mostra di più|maggiori informazioni"
    "|dettagli|questa pagina|successivo|precedente|indietro|scarica",
    "nl": "hier|klik hier|klik|meer|lees|lees meer|lees verder|meer lezen|meer info"
    "|meer informatie|bekijk|bekijk meer|bekijk alles|ontdek|ontdek meer|details|verder|deze pagina"
    "|volgende|vorige|terug|downloaden",
    "pt": "aqui|clique aqui|mais|ver|ver mais|ver tudo|ler|ler mais|leia mais|continuar lendo"
    "|continue lendo|saiba mais|saber mais|mais informações|mais detalhes|detalhes|esta página"
    "|próximo|anterior|voltar|baixar",
    "pl": "tutaj|kliknij|kliknij tutaj|więcej|czytaj|czytaj więcej|czytaj dalej|zobacz"
    "|zobacz więcej|zobacz wszystkie|dowiedz się więcej|szczegóły|dalej|następny|poprzedni|wróć"
    "|pobierz",
}

_WORDS = frozenset(text for texts in _GENERIC.values() for text in texts.split("|"))


def is_generic(folded: str) -> bool:
    """Whether a text, as `texts.fold` leaves it, says nothing of its target in any language."""
    return folded in _WORDS
